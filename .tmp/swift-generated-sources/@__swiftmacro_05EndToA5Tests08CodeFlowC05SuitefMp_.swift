@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s05EndToA5Tests08CodeFlowC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    CodeFlowTests.self,
    displayName: "Codes in the flows of a phone, over the real router",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/CodeFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/CodeFlowTests.swift", line: 8, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests08CodeFlowC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests08CodeFlowC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests08CodeFlowC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests08CodeFlowC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/CodeFlowTests.swift:100:2-100:2
