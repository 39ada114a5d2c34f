@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_17Z80841f939cbf3124fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_7__localfMu_.softPromptAfterHeadlessEnrolment())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_25generator80841f939cbf3124fMu_() async -> Testing.Test {
  return .__function(
  named: "softPromptAfterHeadlessEnrolment()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "what was said before an account was enrolled anew does not hold for its upgrade",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 295, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_17Z80841f939cbf3124fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_24accessor80841f939cbf3124fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_25generator80841f939cbf3124fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_33testContentRecord80841f939cbf3124fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V32softPromptAfterHeadlessEnrolment4TestfMp_24accessor80841f939cbf3124fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:315:4-315:4
