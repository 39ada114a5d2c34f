@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_17Z946e07cf80624a2ffMu_() async throws -> Void {
  let $s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(SchemaUpgradeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_7__localfMu_.lookups())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_25generator946e07cf80624a2ffMu_() async -> Testing.Test {
  return .__function(
  named: "lookups()",
  in: SchemaUpgradeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "what is asked often is found without a look at all rows",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignSQLiteTests/SchemaUpgradeTests.swift", filePath: "/work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift", line: 152, column: 4),
  parameters: [],
  testFunction: $s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_17Z946e07cf80624a2ffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_24accessor946e07cf80624a2ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_25generator946e07cf80624a2ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_33testContentRecord946e07cf80624a2ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s22CountersignSQLiteTests013SchemaUpgradeC0V7lookups4TestfMp_24accessor946e07cf80624a2ffMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:193:4-193:4
