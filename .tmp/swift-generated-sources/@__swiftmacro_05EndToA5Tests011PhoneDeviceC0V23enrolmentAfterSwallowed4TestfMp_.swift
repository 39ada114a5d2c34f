@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_16e7eeff5a414bfa0bfMu_() async throws -> Void {
  let $s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneDeviceTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_7__localfMu_.enrolmentAfterSwallowed())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_25generatore7eeff5a414bfa0bfMu_() async -> Testing.Test {
  return .__function(
  named: "enrolmentAfterSwallowed()",
  in: PhoneDeviceTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an enrolment over one that never arrived goes on, and nothing is left of the first",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneDeviceTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneDeviceTests.swift", line: 76, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_16e7eeff5a414bfa0bfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_24accessore7eeff5a414bfa0bfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_25generatore7eeff5a414bfa0bfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_33testContentRecorde7eeff5a414bfa0bfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PhoneDeviceC0V23enrolmentAfterSwallowed4TestfMp_24accessore7eeff5a414bfa0bfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:88:4-88:4
