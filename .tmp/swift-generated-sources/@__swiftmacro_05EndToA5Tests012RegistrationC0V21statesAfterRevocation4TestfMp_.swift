private static let $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_17Z989b5212ca1c8c2bfMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_17Z989b5212ca1c8c2bfMu0_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_7__localfMu_.statesAfterRevocation())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_25generator989b5212ca1c8c2bfMu_() async -> Testing.Test {
  return .__function(
  named: "statesAfterRevocation()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the state is right after one device, the others, this one and all are revoked",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 91, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_17Z989b5212ca1c8c2bfMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_24accessor989b5212ca1c8c2bfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_25generator989b5212ca1c8c2bfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_33testContentRecord989b5212ca1c8c2bfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V21statesAfterRevocation4TestfMp_24accessor989b5212ca1c8c2bfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:120:4-120:4
