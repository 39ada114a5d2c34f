@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s16ConformanceTestsAA5SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    ConformanceTests.self,
    displayName: "the conformance suite for clients",traits: [.serialized,.__documentationLine("/// One list of cases for every kind of client, against a real server over HTTP.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ConformanceTests/ConformanceTests.swift", filePath: "/work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift", line: 7, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s16ConformanceTestsAA5SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s16ConformanceTestsAA5SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s16ConformanceTestsAA5SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s16ConformanceTestsAA5SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift:44:2-44:2
