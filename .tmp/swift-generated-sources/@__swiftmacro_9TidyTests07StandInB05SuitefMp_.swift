@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s9TidyTests07StandInB05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    StandInTests.self,
    displayName: "What stands in for something else",traits: [.__documentationLine("/// A behaviour that peers got wrong first: a mock that is never replaced.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/StandInTests.swift", filePath: "/work/main/Tests/TidyTests/StandInTests.swift", line: 4, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s9TidyTests07StandInB05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests07StandInB05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s9TidyTests07StandInB05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests07StandInB05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:94:2-94:2
