@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTestsAAV3jvm4TestfMp_16e79e6c022371e62dfMu_(_ arg0:ConformanceCase) async throws -> Void {
  let $s16ConformanceTestsAAV3jvm4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ConformanceTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s16ConformanceTestsAAV3jvm4TestfMp_7__localfMu_.jvm(arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTestsAAV3jvm4TestfMp_25generatore79e6c022371e62dfMu_() async -> Testing.Test {
  return .__function(
  named: "jvm(_:)",
  in: ConformanceTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "every case holds for the JVM client",traits: [.enabled(if: JVMDriver.isWanted, "no JDK here: Scripts/install-packages")],arguments: {all},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ConformanceTests/ConformanceTests.swift", filePath: "/work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift", line: 28, column: 4),
  parameters: [(firstName: "_",secondName: "conformanceCase",type: (ConformanceCase).self)],
  testFunction: $s16ConformanceTestsAAV3jvm4TestfMp_16e79e6c022371e62dfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s16ConformanceTestsAAV3jvm4TestfMp_24accessore79e6c022371e62dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s16ConformanceTestsAAV3jvm4TestfMp_25generatore79e6c022371e62dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s16ConformanceTestsAAV3jvm4TestfMp_33testContentRecorde79e6c022371e62dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s16ConformanceTestsAAV3jvm4TestfMp_24accessore79e6c022371e62dfMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift:35:4-35:4
