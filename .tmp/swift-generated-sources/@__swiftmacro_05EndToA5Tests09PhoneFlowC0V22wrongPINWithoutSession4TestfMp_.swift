@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_16Z406932f3cd2a3ccfMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_7__localfMu_.wrongPINWithoutSession())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_24generator406932f3cd2a3ccfMu_() async -> Testing.Test {
  return .__function(
  named: "wrongPINWithoutSession()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "LOGIN and ENROL tell how the PIN stands, though there is no session yet",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 61, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_16Z406932f3cd2a3ccfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_23accessor406932f3cd2a3ccfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_24generator406932f3cd2a3ccfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_32testContentRecord406932f3cd2a3ccfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V22wrongPINWithoutSession4TestfMp_23accessor406932f3cd2a3ccfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:101:4-101:4
