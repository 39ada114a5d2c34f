@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_16f4873eece3439ed7fMu_() async throws -> Void {
  let $s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(StepUpTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_7__localfMu_.order())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_25generatorf4873eece3439ed7fMu_() async -> Testing.Test {
  return .__function(
  named: "order()",
  in: StepUpTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "ids and challenges of its bare rows begin with their moment, as the service's do",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTerminalTests/StepUpTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift", line: 32, column: 4),
  parameters: [],
  testFunction: $s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_16f4873eece3439ed7fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_24accessorf4873eece3439ed7fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_25generatorf4873eece3439ed7fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_33testContentRecordf4873eece3439ed7fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20AirtimeTerminalTests06StepUpC0V5order4TestfMp_24accessorf4873eece3439ed7fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:43:4-43:4
