@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_16a6fa5bc14e952d90fMu_(schemas arg0:[Schema]) async throws -> Void {
  let $s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(SchemaUpgradeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_7__localfMu_.adopted(schemas: arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_25generatora6fa5bc14e952d90fMu_() async -> Testing.Test {
  return .__function(
  named: "adopted(schemas:)",
  in: SchemaUpgradeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a database from when one number counted all tables is adopted, with a module or without",traits: [],arguments: {[[Schema.core, .stock], [.core]]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignSQLiteTests/SchemaUpgradeTests.swift", filePath: "/work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift", line: 116, column: 4),
  parameters: [(firstName: "schemas",secondName: nil,type: ([Schema]).self)],
  testFunction: $s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_16a6fa5bc14e952d90fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_24accessora6fa5bc14e952d90fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_25generatora6fa5bc14e952d90fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_33testContentRecorda6fa5bc14e952d90fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s22CountersignSQLiteTests013SchemaUpgradeC0V7adopted4TestfMp_24accessora6fa5bc14e952d90fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:150:4-150:4
