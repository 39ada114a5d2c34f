@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s20CountersignHTTPTests17BoundSessionTests5SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    BoundSessionTests.self,
    displayName: "Sessions whose tokens are bound to a key",traits: [.timeLimit(.minutes(5))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 8, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20CountersignHTTPTests17BoundSessionTests5SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTests5SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20CountersignHTTPTests17BoundSessionTests5SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTests5SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:282:2-282:2
