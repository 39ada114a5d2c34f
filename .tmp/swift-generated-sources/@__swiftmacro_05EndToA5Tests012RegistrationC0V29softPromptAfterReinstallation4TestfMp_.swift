private static let $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_17Z1c9de3babd2f34adfMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_17Z1c9de3babd2f34adfMu0_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_7__localfMu_.softPromptAfterReinstallation())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_25generator1c9de3babd2f34adfMu_() async -> Testing.Test {
  return .__function(
  named: "softPromptAfterReinstallation()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the soft prompt is asked again after a re-installation",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 163, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_17Z1c9de3babd2f34adfMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_24accessor1c9de3babd2f34adfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_25generator1c9de3babd2f34adfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_33testContentRecord1c9de3babd2f34adfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V29softPromptAfterReinstallation4TestfMp_24accessor1c9de3babd2f34adfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:180:4-180:4
