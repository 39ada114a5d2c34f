@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_17Z55493690cb9de92efMu_() async throws -> Void {
  @Sendable func $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BannedWordTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s9TidyTests010BannedWordB0V12machinePaths4TestfMp_7__localfMu_.machinePaths())))
  }
  try await $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_25generator55493690cb9de92efMu_() async -> Testing.Test {
  return .__function(
  named: "machinePaths()",
  in: BannedWordTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "no file names a path of somebody's machine",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/BannedWordTests.swift", filePath: "/work/main/Tests/TidyTests/BannedWordTests.swift", line: 78, column: 4),
  parameters: [],
  testFunction: $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_17Z55493690cb9de92efMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_24accessor55493690cb9de92efMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests010BannedWordB0V12machinePaths4TestfMp_25generator55493690cb9de92efMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_33testContentRecord55493690cb9de92efMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests010BannedWordB0V12machinePaths4TestfMp_24accessor55493690cb9de92efMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:82:4-82:4
