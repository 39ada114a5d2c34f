@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_17Z39cff05807298919fMu_() async throws -> Void {
  let $s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ShopDemoTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_7__localfMu_.survivesKill())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_25generator39cff05807298919fMu_() async -> Testing.Test {
  return .__function(
  named: "survivesKill()",
  in: ShopDemoTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "what was bought is there after a SIGKILL and a start on the same data",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTerminalTests/DemoTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift", line: 30, column: 4),
  parameters: [],
  testFunction: $s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_17Z39cff05807298919fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_24accessor39cff05807298919fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_25generator39cff05807298919fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_33testContentRecord39cff05807298919fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20AirtimeTerminalTests08ShopDemoC0V12survivesKill4TestfMp_24accessor39cff05807298919fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:48:4-48:4
