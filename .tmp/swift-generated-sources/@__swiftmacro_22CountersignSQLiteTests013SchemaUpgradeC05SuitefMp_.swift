@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s22CountersignSQLiteTests013SchemaUpgradeC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    SchemaUpgradeTests.self,
    displayName: "A store of an earlier version",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignSQLiteTests/SchemaUpgradeTests.swift", filePath: "/work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift", line: 6, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s22CountersignSQLiteTests013SchemaUpgradeC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s22CountersignSQLiteTests013SchemaUpgradeC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s22CountersignSQLiteTests013SchemaUpgradeC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s22CountersignSQLiteTests013SchemaUpgradeC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:230:2-230:2
