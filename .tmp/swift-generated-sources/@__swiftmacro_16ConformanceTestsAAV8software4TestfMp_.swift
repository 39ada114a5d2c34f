@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTestsAAV8software4TestfMp_15eab8faef414d4d0fMu_(_ arg0:ConformanceCase) async throws -> Void {
  let $s16ConformanceTestsAAV8software4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ConformanceTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s16ConformanceTestsAAV8software4TestfMp_7__localfMu_.software(arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTestsAAV8software4TestfMp_24generatoreab8faef414d4d0fMu_() async -> Testing.Test {
  return .__function(
  named: "software(_:)",
  in: ConformanceTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "every case holds for the SDK with the software authenticator",traits: [],arguments: {all},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ConformanceTests/ConformanceTests.swift", filePath: "/work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift", line: 9, column: 4),
  parameters: [(firstName: "_",secondName: "conformanceCase",type: (ConformanceCase).self)],
  testFunction: $s16ConformanceTestsAAV8software4TestfMp_15eab8faef414d4d0fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s16ConformanceTestsAAV8software4TestfMp_23accessoreab8faef414d4d0fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s16ConformanceTestsAAV8software4TestfMp_24generatoreab8faef414d4d0fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s16ConformanceTestsAAV8software4TestfMp_32testContentRecordeab8faef414d4d0fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s16ConformanceTestsAAV8software4TestfMp_23accessoreab8faef414d4d0fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/Shop/ConformanceTests/ConformanceTests.swift:14:4-14:4
