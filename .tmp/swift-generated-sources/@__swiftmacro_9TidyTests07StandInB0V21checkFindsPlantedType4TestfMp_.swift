@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_17Z2410a4940f0a1999fMu_() async throws -> Void {
  @Sendable func $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(StandInTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_7__localfMu_.checkFindsPlantedType())))
  }
  try await $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_25generator2410a4940f0a1999fMu_() async -> Testing.Test {
  return .__function(
  named: "checkFindsPlantedType()",
  in: StandInTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the check finds a stand-in by the words of its name, and leaves other words alone",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/StandInTests.swift", filePath: "/work/main/Tests/TidyTests/StandInTests.swift", line: 31, column: 4),
  parameters: [],
  testFunction: $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_17Z2410a4940f0a1999fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_24accessor2410a4940f0a1999fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_25generator2410a4940f0a1999fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_33testContentRecord2410a4940f0a1999fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests07StandInB0V21checkFindsPlantedType4TestfMp_24accessor2410a4940f0a1999fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/TidyTests/StandInTests.swift:47:4-47:4
