@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s9TidyTests010BannedWordB05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    BannedWordTests.self,
    displayName: "Banned words",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/BannedWordTests.swift", filePath: "/work/main/Tests/TidyTests/BannedWordTests.swift", line: 3, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s9TidyTests010BannedWordB05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests010BannedWordB05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s9TidyTests010BannedWordB05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests010BannedWordB05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:100:2-100:2
