@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_17Z3f06e60108cd66f4fMu_() async throws -> Void {
  let $s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(CodeFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_7__localfMu_.resent())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_25generator3f06e60108cd66f4fMu_() async -> Testing.Test {
  return .__function(
  named: "resent()",
  in: CodeFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a texted code is sent again on request, and the flow asks for the new one",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/CodeFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/CodeFlowTests.swift", line: 55, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_17Z3f06e60108cd66f4fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_24accessor3f06e60108cd66f4fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_25generator3f06e60108cd66f4fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_33testContentRecord3f06e60108cd66f4fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests08CodeFlowC0V6resent4TestfMp_24accessor3f06e60108cd66f4fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:66:4-66:4
