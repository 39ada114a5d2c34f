@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_16fc6664f6ad1482ecfMu_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_7__localfMu_.staleError())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_25generatorfc6664f6ad1482ecfMu_() async -> Testing.Test {
  return .__function(
  named: "staleError()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "no stale error is shown after going back",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift", line: 55, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_16fc6664f6ad1482ecfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_24accessorfc6664f6ad1482ecfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_25generatorfc6664f6ad1482ecfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_33testContentRecordfc6664f6ad1482ecfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V10staleError4TestfMp_24accessorfc6664f6ad1482ecfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:67:4-67:4
