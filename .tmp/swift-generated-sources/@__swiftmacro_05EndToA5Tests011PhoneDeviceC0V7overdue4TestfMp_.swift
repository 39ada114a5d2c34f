@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_17Z5ce81301aa56f049fMu_() async throws -> Void {
  let $s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneDeviceTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_7__localfMu_.overdue())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_25generator5ce81301aa56f049fMu_() async -> Testing.Test {
  return .__function(
  named: "overdue()",
  in: PhoneDeviceTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a device is forgotten, and its account with it, once its link takes no confirmation",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneDeviceTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneDeviceTests.swift", line: 38, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_17Z5ce81301aa56f049fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_24accessor5ce81301aa56f049fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_25generator5ce81301aa56f049fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_33testContentRecord5ce81301aa56f049fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PhoneDeviceC0V7overdue4TestfMp_24accessor5ce81301aa56f049fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:56:4-56:4
