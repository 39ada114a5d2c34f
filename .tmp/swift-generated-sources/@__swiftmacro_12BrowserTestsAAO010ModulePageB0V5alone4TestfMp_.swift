private static let $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_16dcae48594737bba3fMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_16dcae48594737bba3fMu0_() async throws -> Void {
  let $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BrowserTests.ModulePageTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_7__localfMu_.alone())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_25generatordcae48594737bba3fMu_() async -> Testing.Test {
  return .__function(
  named: "alone()",
  in: BrowserTests.ModulePageTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "without any module somebody signs up, adds factors, approves a payment and signs in",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "BrowserTests/ModulePageTests.swift", filePath: "/work/main/Tests/BrowserTests/ModulePageTests.swift", line: 10, column: 6),
  parameters: [],
  testFunction: $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_16dcae48594737bba3fMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_24accessordcae48594737bba3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_25generatordcae48594737bba3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_33testContentRecorddcae48594737bba3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s12BrowserTestsAAO010ModulePageB0V5alone4TestfMp_24accessordcae48594737bba3fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:30:6-30:6
