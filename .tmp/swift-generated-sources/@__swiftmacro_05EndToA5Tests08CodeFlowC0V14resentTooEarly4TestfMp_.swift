@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_17Z8925139f56fea32efMu_() async throws -> Void {
  let $s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(CodeFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_7__localfMu_.resentTooEarly())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_25generator8925139f56fea32efMu_() async -> Testing.Test {
  return .__function(
  named: "resentTooEarly()",
  in: CodeFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a code that is asked for again too early is not sent, and the wait is said to the second",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/CodeFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/CodeFlowTests.swift", line: 68, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_17Z8925139f56fea32efMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_24accessor8925139f56fea32efMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_25generator8925139f56fea32efMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_33testContentRecord8925139f56fea32efMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests08CodeFlowC0V14resentTooEarly4TestfMp_24accessor8925139f56fea32efMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:97:4-97:4
