@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s20CountersignCoreTests08RecoveryC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    RecoveryTests.self,
    displayName: "Recovery",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 7, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20CountersignCoreTests08RecoveryC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20CountersignCoreTests08RecoveryC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:309:2-309:2
