@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s20AirtimeTerminalTests08ShopDemoC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    ShopDemoTests.self,
    displayName: "the shop's demo and the terminal phone",traits: [.serialized,.timeLimit(.minutes(10))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTerminalTests/DemoTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift", line: 5, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20AirtimeTerminalTests08ShopDemoC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20AirtimeTerminalTests08ShopDemoC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20AirtimeTerminalTests08ShopDemoC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20AirtimeTerminalTests08ShopDemoC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:56:2-56:2
