@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_17Z28ef94c896fe6cd2fMu_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_7__localfMu_.rightAfterWrong())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_25generator28ef94c896fe6cd2fMu_() async -> Testing.Test {
  return .__function(
  named: "rightAfterWrong()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the right code is taken after four wrong ones",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift", line: 69, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_17Z28ef94c896fe6cd2fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_24accessor28ef94c896fe6cd2fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_25generator28ef94c896fe6cd2fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_33testContentRecord28ef94c896fe6cd2fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V15rightAfterWrong4TestfMp_24accessor28ef94c896fe6cd2fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:83:4-83:4
