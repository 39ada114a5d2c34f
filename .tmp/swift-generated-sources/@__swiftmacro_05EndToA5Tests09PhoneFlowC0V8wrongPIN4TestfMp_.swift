@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_17Z8304176da87239e5fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_7__localfMu_.wrongPIN())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_25generator8304176da87239e5fMu_() async -> Testing.Test {
  return .__function(
  named: "wrongPIN()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a wrong PIN is told with the attempts, a right one logs in",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 49, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_17Z8304176da87239e5fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_24accessor8304176da87239e5fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_25generator8304176da87239e5fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_33testContentRecord8304176da87239e5fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V8wrongPIN4TestfMp_24accessor8304176da87239e5fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:59:4-59:4
