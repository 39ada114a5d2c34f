private static let $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_17Z6a5eb5ca5e399cbcfMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_17Z6a5eb5ca5e399cbcfMu0_() async throws -> Void {
  let $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BrowserTests.ModulePageTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_7__localfMu_.clash())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_25generator6a5eb5ca5e399cbcfMu_() async -> Testing.Test {
  return .__function(
  named: "clash()",
  in: BrowserTests.ModulePageTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "no module takes another's screen",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "BrowserTests/ModulePageTests.swift", filePath: "/work/main/Tests/BrowserTests/ModulePageTests.swift", line: 51, column: 6),
  parameters: [],
  testFunction: $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_17Z6a5eb5ca5e399cbcfMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_24accessor6a5eb5ca5e399cbcfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_25generator6a5eb5ca5e399cbcfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_33testContentRecord6a5eb5ca5e399cbcfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s12BrowserTestsAAO010ModulePageB0V5clash4TestfMp_24accessor6a5eb5ca5e399cbcfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:67:6-67:6
