@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_16cf5402837922c3c8fMu_() async throws -> Void {
  let $s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(SchemaUpgradeTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_7__localfMu_.waitingReviews())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_25generatorcf5402837922c3c8fMu_() async -> Testing.Test {
  return .__function(
  named: "waitingReviews()",
  in: SchemaUpgradeTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "what waits for review keeps its amount, in minor units of its currency; so do low values",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignSQLiteTests/SchemaUpgradeTests.swift", filePath: "/work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift", line: 31, column: 4),
  parameters: [],
  testFunction: $s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_16cf5402837922c3c8fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_24accessorcf5402837922c3c8fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_25generatorcf5402837922c3c8fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_33testContentRecordcf5402837922c3c8fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s22CountersignSQLiteTests013SchemaUpgradeC0V14waitingReviews4TestfMp_24accessorcf5402837922c3c8fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignSQLiteTests/SchemaUpgradeTests.swift:66:4-66:4
