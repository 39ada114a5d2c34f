@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_17Z33a3dbdc33b6cfa6fMu_() async throws -> Void {
  let $s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(SchemaUpgradeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_7__localfMu_.peopleOfBefore())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_25generator33a3dbdc33b6cfa6fMu_() async -> Testing.Test {
  return .__function(
  named: "peopleOfBefore()",
  in: SchemaUpgradeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "codes keep their place and accounts their people; messages that wait keep their address",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignSQLiteTests/SchemaUpgradeTests.swift", filePath: "/work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift", line: 68, column: 4),
  parameters: [],
  testFunction: $s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_17Z33a3dbdc33b6cfa6fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_24accessor33a3dbdc33b6cfa6fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_25generator33a3dbdc33b6cfa6fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_33testContentRecord33a3dbdc33b6cfa6fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s22CountersignSQLiteTests013SchemaUpgradeC0V14peopleOfBefore4TestfMp_24accessor33a3dbdc33b6cfa6fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:114:4-114:4
