@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_16c665f48ad374a571fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_7__localfMu_.review())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_25generatorc665f48ad374a571fMu_() async -> Testing.Test {
  return .__function(
  named: "review()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a transaction is approved with what the person said beside the factor, or denied",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 129, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_16c665f48ad374a571fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_24accessorc665f48ad374a571fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_25generatorc665f48ad374a571fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_33testContentRecordc665f48ad374a571fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V6review4TestfMp_24accessorc665f48ad374a571fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:152:4-152:4
