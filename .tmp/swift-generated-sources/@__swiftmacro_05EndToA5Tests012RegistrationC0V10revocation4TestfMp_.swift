@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_17Z8804ac7ef9687bdffMu_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_7__localfMu_.revocation())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_25generator8804ac7ef9687bdffMu_() async -> Testing.Test {
  return .__function(
  named: "revocation()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "this device, others and all are revoked; a missing id of one's own is never all",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 69, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_17Z8804ac7ef9687bdffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_24accessor8804ac7ef9687bdffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_25generator8804ac7ef9687bdffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_33testContentRecord8804ac7ef9687bdffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V10revocation4TestfMp_24accessor8804ac7ef9687bdffMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:87:4-87:4
