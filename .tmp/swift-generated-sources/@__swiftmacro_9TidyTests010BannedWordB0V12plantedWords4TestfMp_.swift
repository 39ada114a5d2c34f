@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_17Z974043125a09f7b4fMu_() async throws -> Void {
  @Sendable func $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BannedWordTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s9TidyTests010BannedWordB0V12plantedWords4TestfMp_7__localfMu_.plantedWords())))
  }
  try await $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_25generator974043125a09f7b4fMu_() async -> Testing.Test {
  return .__function(
  named: "plantedWords()",
  in: BannedWordTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a banned word is found in code, and not in comments or strings",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/BannedWordTests.swift", filePath: "/work/main/Tests/TidyTests/BannedWordTests.swift", line: 54, column: 4),
  parameters: [],
  testFunction: $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_17Z974043125a09f7b4fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_24accessor974043125a09f7b4fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests010BannedWordB0V12plantedWords4TestfMp_25generator974043125a09f7b4fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_33testContentRecord974043125a09f7b4fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests010BannedWordB0V12plantedWords4TestfMp_24accessor974043125a09f7b4fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:70:4-70:4
