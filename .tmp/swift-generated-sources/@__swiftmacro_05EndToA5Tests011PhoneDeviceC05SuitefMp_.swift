@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s05EndToA5Tests011PhoneDeviceC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    PhoneDeviceTests.self,
    displayName: "What a phone keeps of an enrolment whose answer is lost, over the real router",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneDeviceTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneDeviceTests.swift", line: 8, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests011PhoneDeviceC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests011PhoneDeviceC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s05EndToA5Tests011PhoneDeviceC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests011PhoneDeviceC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneDeviceTests.swift:113:2-113:2
