private static let $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_16bb195a26f512e54afMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_16bb195a26f512e54afMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_7__localfMu_.revokedDevice())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_25generatorbb195a26f512e54afMu_() async -> Testing.Test {
  return .__function(
  named: "revokedDevice()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a second device is not stuck after a revoke: its flow ends, and it can enrol again",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 120, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_16bb195a26f512e54afMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_24accessorbb195a26f512e54afMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_25generatorbb195a26f512e54afMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_33testContentRecordbb195a26f512e54afMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V13revokedDevice4TestfMp_24accessorbb195a26f512e54afMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:141:4-141:4
