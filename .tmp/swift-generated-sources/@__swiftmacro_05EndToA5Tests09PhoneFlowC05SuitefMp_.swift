@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s05EndToA5Tests09PhoneFlowC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    PhoneFlowTests.self,
    displayName: "The flows of a phone, over the real router",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 10, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests09PhoneFlowC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests09PhoneFlowC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:372:2-372:2
