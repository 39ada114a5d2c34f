@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_17Z3e97de7e33f3738bfMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_7__localfMu_.severalAccounts())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_25generator3e97de7e33f3738bfMu_() async -> Testing.Test {
  return .__function(
  named: "severalAccounts()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "several accounts are on one phone: a login asks which, and each flow is for one",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 353, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_17Z3e97de7e33f3738bfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_24accessor3e97de7e33f3738bfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_25generator3e97de7e33f3738bfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_33testContentRecord3e97de7e33f3738bfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V15severalAccounts4TestfMp_24accessor3e97de7e33f3738bfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:371:4-371:4
