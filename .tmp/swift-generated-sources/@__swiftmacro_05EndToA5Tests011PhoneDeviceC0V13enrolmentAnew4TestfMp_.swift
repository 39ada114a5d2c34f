@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_16cc241c52dd6c78c3fMu_() async throws -> Void {
  let $s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneDeviceTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_7__localfMu_.enrolmentAnew())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_25generatorcc241c52dd6c78c3fMu_() async -> Testing.Test {
  return .__function(
  named: "enrolmentAnew()",
  in: PhoneDeviceTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an enrolment over one whose answer was lost replaces its device, by its PIN",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneDeviceTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneDeviceTests.swift", line: 58, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_16cc241c52dd6c78c3fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_24accessorcc241c52dd6c78c3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_25generatorcc241c52dd6c78c3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_33testContentRecordcc241c52dd6c78c3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PhoneDeviceC0V13enrolmentAnew4TestfMp_24accessorcc241c52dd6c78c3fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:74:4-74:4
