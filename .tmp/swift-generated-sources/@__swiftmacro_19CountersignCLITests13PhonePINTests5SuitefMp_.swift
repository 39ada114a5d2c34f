@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s19CountersignCLITests13PhonePINTests5SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    PhonePINTests.self,
    displayName: "the terminal phone and the PIN that never leaves it",traits: [.serialized],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhonePINTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift", line: 6, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s19CountersignCLITests13PhonePINTests5SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests13PhonePINTests5SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s19CountersignCLITests13PhonePINTests5SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests13PhonePINTests5SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:39:2-39:2
