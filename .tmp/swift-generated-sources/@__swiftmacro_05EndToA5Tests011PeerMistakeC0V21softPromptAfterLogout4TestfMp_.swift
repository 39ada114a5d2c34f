@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_17Z17b4400c54debaa0fMu_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_7__localfMu_.softPromptAfterLogout())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_25generator17b4400c54debaa0fMu_() async -> Testing.Test {
  return .__function(
  named: "softPromptAfterLogout()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the soft prompt is not shown again after a logout",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift", line: 85, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_17Z17b4400c54debaa0fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_24accessor17b4400c54debaa0fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_25generator17b4400c54debaa0fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_33testContentRecord17b4400c54debaa0fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V21softPromptAfterLogout4TestfMp_24accessor17b4400c54debaa0fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:107:4-107:4
