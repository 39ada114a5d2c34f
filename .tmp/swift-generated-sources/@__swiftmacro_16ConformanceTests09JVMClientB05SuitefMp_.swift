@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s16ConformanceTests09JVMClientB05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    JVMClientTests.self,
    displayName: "the JVM client",traits: [.serialized,.enabled(if: JVMDriver.isWanted, "no JDK here: Scripts/install-packages"),.__documentationLine("/// What only the JVM client has.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ConformanceTests/JVMClientTests.swift", filePath: "/work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift", line: 12, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s16ConformanceTests09JVMClientB05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s16ConformanceTests09JVMClientB05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s16ConformanceTests09JVMClientB05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s16ConformanceTests09JVMClientB05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:49:2-49:2
