private static let $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_16dda01c0ec7f66700fMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_16dda01c0ec7f66700fMu0_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_7__localfMu_.learnsRevocation())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_25generatordda01c0ec7f66700fMu_() async -> Testing.Test {
  return .__function(
  named: "learnsRevocation()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a phone that another revoked learns it at its login, lets go of all, and comes back once",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 136, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_16dda01c0ec7f66700fMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_24accessordda01c0ec7f66700fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_25generatordda01c0ec7f66700fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_33testContentRecorddda01c0ec7f66700fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V16learnsRevocation4TestfMp_24accessordda01c0ec7f66700fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:161:4-161:4
