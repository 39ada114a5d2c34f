@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_17Z1ef003fb28a8845bfMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_7__localfMu_.logInByLink())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_25generator1ef003fb28a8845bfMu_() async -> Testing.Test {
  return .__function(
  named: "logInByLink()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "LOGIN of another screen takes the right number and a proof; a wrong number ends the link",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 103, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_17Z1ef003fb28a8845bfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_24accessor1ef003fb28a8845bfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_25generator1ef003fb28a8845bfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_33testContentRecord1ef003fb28a8845bfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V11logInByLink4TestfMp_24accessor1ef003fb28a8845bfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:127:4-127:4
