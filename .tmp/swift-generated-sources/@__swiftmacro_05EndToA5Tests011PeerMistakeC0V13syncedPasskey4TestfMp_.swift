private static let $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_17Z42f39024d4f6670ffMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_17Z42f39024d4f6670ffMu0_(_ arg0:[UInt32]) async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_7__localfMu_.syncedPasskey(arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_25generator42f39024d4f6670ffMu_() async -> Testing.Test {
  return .__function(
  named: "syncedPasskey(_:)",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a synced passkey is not refused for its sign count: it may stand still, or fall",traits: [],arguments: {[[0, 0, 0], [7, 7, 3], [4, 0, 9]] as [[UInt32]]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 181, column: 4),
  parameters: [(firstName: "_",secondName: "counts",type: ([UInt32]).self)],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_17Z42f39024d4f6670ffMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_24accessor42f39024d4f6670ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_25generator42f39024d4f6670ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_33testContentRecord42f39024d4f6670ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V13syncedPasskey4TestfMp_24accessor42f39024d4f6670ffMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:212:4-212:4
