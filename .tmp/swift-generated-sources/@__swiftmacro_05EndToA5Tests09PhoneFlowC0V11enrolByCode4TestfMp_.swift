@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_16fa4f3e90c4e98177fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_7__localfMu_.enrolByCode())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_25generatorfa4f3e90c4e98177fMu_() async -> Testing.Test {
  return .__function(
  named: "enrolByCode()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "ENROL by a page's link takes the mailed code, and a wrong one is asked for again",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 29, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_16fa4f3e90c4e98177fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_24accessorfa4f3e90c4e98177fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_25generatorfa4f3e90c4e98177fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_33testContentRecordfa4f3e90c4e98177fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V11enrolByCode4TestfMp_24accessorfa4f3e90c4e98177fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:47:4-47:4
