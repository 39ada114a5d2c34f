@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_16c9e8537f4dedf611fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_7__localfMu_.enrolAndLogIn())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_25generatorc9e8537f4dedf611fMu_() async -> Testing.Test {
  return .__function(
  named: "enrolAndLogIn()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "ENROL with a PIN and biometrics gives the app its session, and LOGIN another",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_16c9e8537f4dedf611fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_24accessorc9e8537f4dedf611fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_25generatorc9e8537f4dedf611fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_33testContentRecordc9e8537f4dedf611fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V13enrolAndLogIn4TestfMp_24accessorc9e8537f4dedf611fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:27:4-27:4
