private static let $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_17Z3277c070a22589cbfMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_17Z3277c070a22589cbfMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_7__localfMu_.staleKeys())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_25generator3277c070a22589cbfMu_() async -> Testing.Test {
  return .__function(
  named: "staleKeys()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a local key list that went stale does not fail every retry: the key is let go of",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 90, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_17Z3277c070a22589cbfMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_24accessor3277c070a22589cbfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_25generator3277c070a22589cbfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_33testContentRecord3277c070a22589cbfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V9staleKeys4TestfMp_24accessor3277c070a22589cbfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:118:4-118:4
