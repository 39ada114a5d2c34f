@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_16ab44a10511feda50fMu_() async throws -> Void {
  let $s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ShopDemoTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_7__localfMu_.buysAirtime())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_25generatorab44a10511feda50fMu_() async -> Testing.Test {
  return .__function(
  named: "buysAirtime()",
  in: ShopDemoTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "sign up, register, set a PIN and buy airtime with each proof, calls counted",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTerminalTests/DemoTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift", line: 7, column: 4),
  parameters: [],
  testFunction: $s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_16ab44a10511feda50fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_24accessorab44a10511feda50fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_25generatorab44a10511feda50fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_33testContentRecordab44a10511feda50fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20AirtimeTerminalTests08ShopDemoC0V04buysA04TestfMp_24accessorab44a10511feda50fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTerminalTests/Demo/DemoTests.swift:28:4-28:4
