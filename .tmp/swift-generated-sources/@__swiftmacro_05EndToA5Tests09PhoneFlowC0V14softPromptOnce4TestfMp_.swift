@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_17Z6f09efb4013841b2fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_7__localfMu_.softPromptOnce())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_25generator6f09efb4013841b2fMu_() async -> Testing.Test {
  return .__function(
  named: "softPromptOnce()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the soft prompt comes once, and again with an enrolment anew; not with another login",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 272, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_17Z6f09efb4013841b2fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_24accessor6f09efb4013841b2fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_25generator6f09efb4013841b2fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_33testContentRecord6f09efb4013841b2fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V14softPromptOnce4TestfMp_24accessor6f09efb4013841b2fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:293:4-293:4
