@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_16b09af0e425b8d30efMu_() async throws -> Void {
  let $s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BareRowsTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_7__localfMu_.statements())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_25generatorb09af0e425b8d30efMu_() async -> Testing.Test {
  return .__function(
  named: "statements()",
  in: BareRowsTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "rows.sql writes what an approval writes: the same tables in the same order",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/BareRowsTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Bench/BareRowsTests.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_16b09af0e425b8d30efMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_24accessorb09af0e425b8d30efMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_25generatorb09af0e425b8d30efMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_33testContentRecordb09af0e425b8d30efMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests13BareRowsTestsV10statements4TestfMp_24accessorb09af0e425b8d30efMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Bench/BareRowsTests.swift:25:4-25:4
