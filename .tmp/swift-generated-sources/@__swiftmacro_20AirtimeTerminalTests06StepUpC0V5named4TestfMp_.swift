@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_17Z1da9f0d5525c65c7fMu_() async throws -> Void {
  @Sendable func $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(StepUpTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_7__localfMu_.named())))
  }
  try await $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_25generator1da9f0d5525c65c7fMu_() async -> Testing.Test {
  return .__function(
  named: "named()",
  in: StepUpTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "bench knows it by its name, to count and to measure it at another server",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTerminalTests/StepUpTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift", line: 45, column: 4),
  parameters: [],
  testFunction: $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_17Z1da9f0d5525c65c7fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_24accessor1da9f0d5525c65c7fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_25generator1da9f0d5525c65c7fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_33testContentRecord1da9f0d5525c65c7fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20AirtimeTerminalTests06StepUpC0V5named4TestfMp_24accessor1da9f0d5525c65c7fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:50:4-50:4
