private static let $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_17Z4f9d768b1f71c7a9fMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_17Z4f9d768b1f71c7a9fMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_7__localfMu_.decidedElsewhere())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_25generator4f9d768b1f71c7a9fMu_() async -> Testing.Test {
  return .__function(
  named: "decidedElsewhere()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the second device shows the whole decision of the first, not a broken screen",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 143, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_17Z4f9d768b1f71c7a9fMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_24accessor4f9d768b1f71c7a9fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_25generator4f9d768b1f71c7a9fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_33testContentRecord4f9d768b1f71c7a9fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V16decidedElsewhere4TestfMp_24accessor4f9d768b1f71c7a9fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:164:4-164:4
