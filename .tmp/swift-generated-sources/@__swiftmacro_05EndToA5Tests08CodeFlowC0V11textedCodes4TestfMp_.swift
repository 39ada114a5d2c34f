@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_17Z71389d95af56476dfMu_() async throws -> Void {
  let $s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(CodeFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_7__localfMu_.textedCodes())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_25generator71389d95af56476dfMu_() async -> Testing.Test {
  return .__function(
  named: "textedCodes()",
  in: CodeFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a review and a test take the mailed code and then the texted one",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/CodeFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/CodeFlowTests.swift", line: 10, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_17Z71389d95af56476dfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_24accessor71389d95af56476dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_25generator71389d95af56476dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_33testContentRecord71389d95af56476dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests08CodeFlowC0V11textedCodes4TestfMp_24accessor71389d95af56476dfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:43:4-43:4
