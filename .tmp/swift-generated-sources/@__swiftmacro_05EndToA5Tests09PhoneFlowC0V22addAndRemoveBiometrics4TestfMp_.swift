@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_16eeb4b856238261c0fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_7__localfMu_.addAndRemoveBiometrics())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_25generatoreeb4b856238261c0fMu_() async -> Testing.Test {
  return .__function(
  named: "addAndRemoveBiometrics()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "biometrics are added with the PIN and removed with themselves",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 185, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_16eeb4b856238261c0fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_24accessoreeb4b856238261c0fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_25generatoreeb4b856238261c0fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_33testContentRecordeeb4b856238261c0fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V22addAndRemoveBiometrics4TestfMp_24accessoreeb4b856238261c0fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:200:4-200:4
