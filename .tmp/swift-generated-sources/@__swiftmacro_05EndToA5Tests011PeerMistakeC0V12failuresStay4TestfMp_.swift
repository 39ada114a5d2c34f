private static let $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_16f889924603c207affMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_16f889924603c207affMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_7__localfMu_.failuresStay())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_25generatorf889924603c207affMu_() async -> Testing.Test {
  return .__function(
  named: "failuresStay()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a proof without the PIN leaves the PIN's failures counted",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 166, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_16f889924603c207affMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_24accessorf889924603c207affMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_25generatorf889924603c207affMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_33testContentRecordf889924603c207affMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V12failuresStay4TestfMp_24accessorf889924603c207affMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:179:4-179:4
