@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s12AirtimeTests0a6SchemaB05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    AirtimeSchemaTests.self,
    displayName: "The shop's tables",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTests/AirtimeSchemaTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift", line: 7, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s12AirtimeTests0a6SchemaB05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s12AirtimeTests0a6SchemaB05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s12AirtimeTests0a6SchemaB05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s12AirtimeTests0a6SchemaB05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift:63:2-63:2
