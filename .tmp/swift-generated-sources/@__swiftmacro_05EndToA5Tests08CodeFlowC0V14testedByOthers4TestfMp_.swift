@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_16c1f99d9bde384886fMu_() async throws -> Void {
  let $s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(CodeFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_7__localfMu_.testedByOthers())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_25generatorc1f99d9bde384886fMu_() async -> Testing.Test {
  return .__function(
  named: "testedByOthers()",
  in: CodeFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a test takes biometrics and the PIN of the phone too",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/CodeFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/CodeFlowTests.swift", line: 45, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_16c1f99d9bde384886fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_24accessorc1f99d9bde384886fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_25generatorc1f99d9bde384886fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_33testContentRecordc1f99d9bde384886fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests08CodeFlowC0V14testedByOthers4TestfMp_24accessorc1f99d9bde384886fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:53:4-53:4
