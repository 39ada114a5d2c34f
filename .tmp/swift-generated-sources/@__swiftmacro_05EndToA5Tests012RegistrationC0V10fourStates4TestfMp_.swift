@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_17Z57f3b142a87c2823fMu_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_7__localfMu_.fourStates())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_25generator57f3b142a87c2823fMu_() async -> Testing.Test {
  return .__function(
  named: "fourStates()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the four states of a registration are told apart",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_17Z57f3b142a87c2823fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_24accessor57f3b142a87c2823fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_25generator57f3b142a87c2823fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_33testContentRecord57f3b142a87c2823fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V10fourStates4TestfMp_24accessor57f3b142a87c2823fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:31:4-31:4
