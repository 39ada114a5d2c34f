private static let $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_17Z2d2e43b1ea520a87fMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_17Z2d2e43b1ea520a87fMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_7__localfMu_.triesOfEachCode())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_25generator2d2e43b1ea520a87fMu_() async -> Testing.Test {
  return .__function(
  named: "triesOfEachCode()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "wrong codes of an earlier request take no tries from the code of the next",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 37, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_17Z2d2e43b1ea520a87fMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_24accessor2d2e43b1ea520a87fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_25generator2d2e43b1ea520a87fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_33testContentRecord2d2e43b1ea520a87fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V15triesOfEachCode4TestfMp_24accessor2d2e43b1ea520a87fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:56:4-56:4
