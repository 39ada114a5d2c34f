@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_17Z2ae21fa1d7f15bc4fMu_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_7__localfMu_.cancelledPrompt())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_25generator2ae21fa1d7f15bc4fMu_() async -> Testing.Test {
  return .__function(
  named: "cancelledPrompt()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a system prompt that was cancelled is no permission to go on",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift", line: 109, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_17Z2ae21fa1d7f15bc4fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_24accessor2ae21fa1d7f15bc4fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_25generator2ae21fa1d7f15bc4fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_33testContentRecord2ae21fa1d7f15bc4fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V15cancelledPrompt4TestfMp_24accessor2ae21fa1d7f15bc4fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:121:4-121:4
