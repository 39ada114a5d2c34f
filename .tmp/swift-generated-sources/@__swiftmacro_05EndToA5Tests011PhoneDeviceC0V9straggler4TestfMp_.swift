@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_17Z47b62b9b85a31d98fMu_() async throws -> Void {
  let $s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneDeviceTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_7__localfMu_.straggler())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_25generator47b62b9b85a31d98fMu_() async -> Testing.Test {
  return .__function(
  named: "straggler()",
  in: PhoneDeviceTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a device whose enrolment may still arrive is kept, and logs in once it has",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneDeviceTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneDeviceTests.swift", line: 15, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_17Z47b62b9b85a31d98fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_24accessor47b62b9b85a31d98fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_25generator47b62b9b85a31d98fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_33testContentRecord47b62b9b85a31d98fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PhoneDeviceC0V9straggler4TestfMp_24accessor47b62b9b85a31d98fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:36:4-36:4
