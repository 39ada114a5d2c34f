@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_17Z800f3e1e1ec60ccbfMu_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_7__localfMu_.codeIsMailedOnce())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_25generator800f3e1e1ec60ccbfMu_() async -> Testing.Test {
  return .__function(
  named: "codeIsMailedOnce()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the code is mailed on first entry, and a wrong one mails no other",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift", line: 11, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_17Z800f3e1e1ec60ccbfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_24accessor800f3e1e1ec60ccbfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_25generator800f3e1e1ec60ccbfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_33testContentRecord800f3e1e1ec60ccbfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V16codeIsMailedOnce4TestfMp_24accessor800f3e1e1ec60ccbfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:22:4-22:4
