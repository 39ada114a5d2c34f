@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_16a7894a2d895fa204fMu_() async throws -> Void {
  let $s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(SchemaUpgradeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_7__localfMu_.operationsByKey())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_25generatora7894a2d895fa204fMu_() async -> Testing.Test {
  return .__function(
  named: "operationsByKey()",
  in: SchemaUpgradeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "operations keep their rows, and a key stands for one operation of an account",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignSQLiteTests/SchemaUpgradeTests.swift", filePath: "/work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift", line: 8, column: 4),
  parameters: [],
  testFunction: $s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_16a7894a2d895fa204fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_24accessora7894a2d895fa204fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_25generatora7894a2d895fa204fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_33testContentRecorda7894a2d895fa204fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s22CountersignSQLiteTests013SchemaUpgradeC0V15operationsByKey4TestfMp_24accessora7894a2d895fa204fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:29:4-29:4
