@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests07StandInB0V5seams4TestfMp_16b788ade619ca874efMu_() async throws -> Void {
  @Sendable func $s9TidyTests07StandInB0V5seams4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s9TidyTests07StandInB0V5seams4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(StandInTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s9TidyTests07StandInB0V5seams4TestfMp_7__localfMu_.seams())))
  }
  try await $s9TidyTests07StandInB0V5seams4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests07StandInB0V5seams4TestfMp_25generatorb788ade619ca874efMu_() async -> Testing.Test {
  return .__function(
  named: "seams()",
  in: StandInTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "every seam has an adapter that ships, and the composition root builds it",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/StandInTests.swift", filePath: "/work/main/Tests/TidyTests/StandInTests.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s9TidyTests07StandInB0V5seams4TestfMp_16b788ade619ca874efMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s9TidyTests07StandInB0V5seams4TestfMp_24accessorb788ade619ca874efMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests07StandInB0V5seams4TestfMp_25generatorb788ade619ca874efMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s9TidyTests07StandInB0V5seams4TestfMp_33testContentRecordb788ade619ca874efMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests07StandInB0V5seams4TestfMp_24accessorb788ade619ca874efMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:29:4-29:4
