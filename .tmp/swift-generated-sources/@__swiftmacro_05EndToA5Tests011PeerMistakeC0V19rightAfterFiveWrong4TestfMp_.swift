private static let $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_16fe2c573852c1b470fMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_16fe2c573852c1b470fMu0_() async throws -> Void {
  let $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PeerMistakeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_7__localfMu_.rightAfterFiveWrong())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_25generatorfe2c573852c1b470fMu_() async -> Testing.Test {
  return .__function(
  named: "rightAfterFiveWrong()",
  in: PeerMistakeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the right code is taken after five wrong ones, once a new one may be asked for",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PeerMistakeTests+Devices.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_16fe2c573852c1b470fMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_24accessorfe2c573852c1b470fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_25generatorfe2c573852c1b470fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_33testContentRecordfe2c573852c1b470fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PeerMistakeC0V19rightAfterFiveWrong4TestfMp_24accessorfe2c573852c1b470fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/PeerMistakeTests+Devices.swift:35:4-35:4
