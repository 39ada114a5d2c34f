@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_17Z9b6b1be9ec55ecbdfMu_() async throws -> Void {
  let $s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(JVMClientTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_7__localfMu_.simpleForm())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_25generator9b6b1be9ec55ecbdfMu_() async -> Testing.Test {
  return .__function(
  named: "simpleForm()",
  in: JVMClientTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "buys in the simple form with a challenge that is linked to nothing, low amounts only",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ConformanceTests/JVMClientTests.swift", filePath: "/work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift", line: 31, column: 4),
  parameters: [],
  testFunction: $s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_17Z9b6b1be9ec55ecbdfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_24accessor9b6b1be9ec55ecbdfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_25generator9b6b1be9ec55ecbdfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_33testContentRecord9b6b1be9ec55ecbdfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s16ConformanceTests09JVMClientB0V10simpleForm4TestfMp_24accessor9b6b1be9ec55ecbdfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:48:4-48:4
