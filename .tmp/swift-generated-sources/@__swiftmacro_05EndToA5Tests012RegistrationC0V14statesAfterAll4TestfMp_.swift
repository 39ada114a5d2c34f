private static let $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_16f90b8a38bda81a9cfMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_16f90b8a38bda81a9cfMu0_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_7__localfMu_.statesAfterAll())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_25generatorf90b8a38bda81a9cfMu_() async -> Testing.Test {
  return .__function(
  named: "statesAfterAll()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "after all devices are revoked each knows that it was registered before",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 122, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_16f90b8a38bda81a9cfMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_24accessorf90b8a38bda81a9cfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_25generatorf90b8a38bda81a9cfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_33testContentRecordf90b8a38bda81a9cfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V14statesAfterAll4TestfMp_24accessorf90b8a38bda81a9cfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:134:4-134:4
