@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s05EndToA5Tests010BoundPhoneC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    BoundPhoneTests.self,
    displayName: "A phone whose tokens are bound to a key, over the real router",traits: [.timeLimit(.minutes(10))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/BoundPhoneTests.swift", filePath: "/work/main/Tests/EndToEndTests/BoundPhoneTests.swift", line: 11, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests010BoundPhoneC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010BoundPhoneC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests010BoundPhoneC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010BoundPhoneC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:104:2-104:2
