@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_17Z80c1f79aa7f4b458fMu_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_7__localfMu_.outcomeOverPrompt())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_25generator80c1f79aa7f4b458fMu_() async -> Testing.Test {
  return .__function(
  named: "outcomeOverPrompt()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the outcome screen does not lie over a prompt: whatever was open is closed",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift", line: 123, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_17Z80c1f79aa7f4b458fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_24accessor80c1f79aa7f4b458fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_25generator80c1f79aa7f4b458fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_33testContentRecord80c1f79aa7f4b458fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V17outcomeOverPrompt4TestfMp_24accessor80c1f79aa7f4b458fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:136:4-136:4
