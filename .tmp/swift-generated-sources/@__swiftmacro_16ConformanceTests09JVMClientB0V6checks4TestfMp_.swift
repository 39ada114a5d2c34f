@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTests09JVMClientB0V6checks4TestfMp_17Z6265ea9e3f06d1b3fMu_() async throws -> Void {
  let $s16ConformanceTests09JVMClientB0V6checks4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(JVMClientTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s16ConformanceTests09JVMClientB0V6checks4TestfMp_7__localfMu_.checks())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s16ConformanceTests09JVMClientB0V6checks4TestfMp_25generator6265ea9e3f06d1b3fMu_() async -> Testing.Test {
  return .__function(
  named: "checks()",
  in: JVMClientTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "agrees with the vectors of the Swift code, and refuses what is malformed, lost or endless",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "ConformanceTests/JVMClientTests.swift", filePath: "/work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift", line: 16, column: 4),
  parameters: [],
  testFunction: $s16ConformanceTests09JVMClientB0V6checks4TestfMp_17Z6265ea9e3f06d1b3fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s16ConformanceTests09JVMClientB0V6checks4TestfMp_24accessor6265ea9e3f06d1b3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s16ConformanceTests09JVMClientB0V6checks4TestfMp_25generator6265ea9e3f06d1b3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s16ConformanceTests09JVMClientB0V6checks4TestfMp_33testContentRecord6265ea9e3f06d1b3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s16ConformanceTests09JVMClientB0V6checks4TestfMp_24accessor6265ea9e3f06d1b3fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/ConformanceTests/JVMClientTests.swift:29:4-29:4
