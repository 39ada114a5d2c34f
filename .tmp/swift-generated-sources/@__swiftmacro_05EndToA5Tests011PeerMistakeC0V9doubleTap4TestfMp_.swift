private static let $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_17Z7fb8ebb811a319aefMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_17Z7fb8ebb811a319aefMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_7__localfMu_.doubleTap())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_25generator7fb8ebb811a319aefMu_() async -> Testing.Test {
  return .__function(
  named: "doubleTap()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a double tap starts one approval, though work comes before the call",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 74, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_17Z7fb8ebb811a319aefMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_24accessor7fb8ebb811a319aefMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_25generator7fb8ebb811a319aefMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_33testContentRecord7fb8ebb811a319aefMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V9doubleTap4TestfMp_24accessor7fb8ebb811a319aefMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:88:4-88:4
