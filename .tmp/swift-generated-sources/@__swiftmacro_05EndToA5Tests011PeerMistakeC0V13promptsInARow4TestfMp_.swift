private static let $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_17Z80eb6a4a4071433dfMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_17Z80eb6a4a4071433dfMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_7__localfMu_.promptsInARow())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_25generator80eb6a4a4071433dfMu_() async -> Testing.Test {
  return .__function(
  named: "promptsInARow()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "no two biometric prompts in a row: a screen stands between making a key and using it",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 58, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_17Z80eb6a4a4071433dfMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_24accessor80eb6a4a4071433dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_25generator80eb6a4a4071433dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_33testContentRecord80eb6a4a4071433dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V13promptsInARow4TestfMp_24accessor80eb6a4a4071433dfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:72:4-72:4
