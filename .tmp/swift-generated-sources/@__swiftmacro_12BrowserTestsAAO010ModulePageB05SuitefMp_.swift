private static let $s12BrowserTestsAAO010ModulePageB05SuitefMp_7__localfMu_: Void = ()

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12BrowserTestsAAO010ModulePageB05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    ModulePageTests.self,
    displayName: "modules on the page",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "BrowserTests/ModulePageTests.swift", filePath: "/work/main/Tests/BrowserTests/ModulePageTests.swift", line: 8, column: 4)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s12BrowserTestsAAO010ModulePageB05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s12BrowserTestsAAO010ModulePageB05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s12BrowserTestsAAO010ModulePageB05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s12BrowserTestsAAO010ModulePageB05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/BrowserTests/ModulePageTests.swift:77:4-77:4
