private static let $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_17Z69b9b380384992a5fMu_: Void = ()

@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_17Z69b9b380384992a5fMu0_() async throws -> Void {
  let $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BrowserTests.ModulePageTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_7__localfMu_.added())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_25generator69b9b380384992a5fMu_() async -> Testing.Test {
  return .__function(
  named: "added()",
  in: BrowserTests.ModulePageTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a module's places, texts and home tiles stand among the page's own, each at its place",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "BrowserTests/ModulePageTests.swift", filePath: "/work/main/Tests/BrowserTests/ModulePageTests.swift", line: 32, column: 6),
  parameters: [],
  testFunction: $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_17Z69b9b380384992a5fMu0_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_24accessor69b9b380384992a5fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_25generator69b9b380384992a5fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_33testContentRecord69b9b380384992a5fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s12BrowserTestsAAO010ModulePageB0V5added4TestfMp_24accessor69b9b380384992a5fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:49:6-49:6
