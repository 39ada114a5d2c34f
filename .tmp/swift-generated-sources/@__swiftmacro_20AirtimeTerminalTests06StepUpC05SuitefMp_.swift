@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s20AirtimeTerminalTests06StepUpC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    StepUpTests.self,
    displayName: "The step-up's benchmark",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTerminalTests/StepUpTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift", line: 12, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20AirtimeTerminalTests06StepUpC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20AirtimeTerminalTests06StepUpC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20AirtimeTerminalTests06StepUpC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20AirtimeTerminalTests06StepUpC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Bench/StepUpTests.swift:66:2-66:2
