@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s14WireModelTests015PossessionProofC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    PossessionProofTests.self,
    displayName: "Proofs of possession, as they are read",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "WireModelTests/PossessionProofTests.swift", filePath: "/work/main/Tests/WireModelTests/PossessionProofTests.swift", line: 6, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s14WireModelTests015PossessionProofC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s14WireModelTests015PossessionProofC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s14WireModelTests015PossessionProofC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s14WireModelTests015PossessionProofC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:149:2-149:2
