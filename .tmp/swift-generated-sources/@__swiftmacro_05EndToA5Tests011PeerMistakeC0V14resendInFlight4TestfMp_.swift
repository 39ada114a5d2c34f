@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_17Z7580a38752294828fMu_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_7__localfMu_.resendInFlight())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_25generator7580a38752294828fMu_() async -> Testing.Test {
  return .__function(
  named: "resendInFlight()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a resend while a submit is in flight is refused and not lost: it can be asked for after",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift", line: 24, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_17Z7580a38752294828fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_24accessor7580a38752294828fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_25generator7580a38752294828fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_33testContentRecord7580a38752294828fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V14resendInFlight4TestfMp_24accessor7580a38752294828fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests.swift:53:4-53:4
