@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests07StandInB0V5names4TestfMp_17Z87bab8ff2a83dbd7fMu_() async throws -> Void {
  @Sendable func $s9TidyTests07StandInB0V5names4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s9TidyTests07StandInB0V5names4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(StandInTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s9TidyTests07StandInB0V5names4TestfMp_7__localfMu_.names())))
  }
  try await $s9TidyTests07StandInB0V5names4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests07StandInB0V5names4TestfMp_25generator87bab8ff2a83dbd7fMu_() async -> Testing.Test {
  return .__function(
  named: "names()",
  in: StandInTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "no mock is left unreplaced: nothing that ships is named like a stand-in",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/StandInTests.swift", filePath: "/work/main/Tests/TidyTests/StandInTests.swift", line: 6, column: 4),
  parameters: [],
  testFunction: $s9TidyTests07StandInB0V5names4TestfMp_17Z87bab8ff2a83dbd7fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s9TidyTests07StandInB0V5names4TestfMp_24accessor87bab8ff2a83dbd7fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests07StandInB0V5names4TestfMp_25generator87bab8ff2a83dbd7fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s9TidyTests07StandInB0V5names4TestfMp_33testContentRecord87bab8ff2a83dbd7fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests07StandInB0V5names4TestfMp_24accessor87bab8ff2a83dbd7fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:10:4-10:4
