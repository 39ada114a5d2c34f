@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTestsAAV7browser4TestfMp_17Z752576c48f657501fMu_(_ arg0:ConformanceCase) async throws -> Void {
  let $s16ConformanceTestsAAV7browser4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ConformanceTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s16ConformanceTestsAAV7browser4TestfMp_7__localfMu_.browser(arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTestsAAV7browser4TestfMp_25generator752576c48f657501fMu_() async -> Testing.Test {
  return .__function(
  named: "browser(_:)",
  in: ConformanceTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "every case holds for the page in Chromium",traits: [.enabled(if: ChromeDriver.isWanted, "no chromedriver here: Scripts/install-packages")],arguments: {all},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ConformanceTests/ConformanceTests.swift", filePath: "/work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift", line: 16, column: 4),
  parameters: [(firstName: "_",secondName: "conformanceCase",type: (ConformanceCase).self)],
  testFunction: $s16ConformanceTestsAAV7browser4TestfMp_17Z752576c48f657501fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s16ConformanceTestsAAV7browser4TestfMp_24accessor752576c48f657501fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s16ConformanceTestsAAV7browser4TestfMp_25generator752576c48f657501fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s16ConformanceTestsAAV7browser4TestfMp_33testContentRecord752576c48f657501fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s16ConformanceTestsAAV7browser4TestfMp_24accessor752576c48f657501fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift:26:4-26:4
