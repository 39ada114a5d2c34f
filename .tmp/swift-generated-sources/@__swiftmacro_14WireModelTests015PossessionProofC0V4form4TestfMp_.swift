@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V4form4TestfMp_17Z49c9739ce2a18cb9fMu_() async throws -> Void {
  @Sendable func $s14WireModelTests015PossessionProofC0V4form4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s14WireModelTests015PossessionProofC0V4form4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PossessionProofTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s14WireModelTests015PossessionProofC0V4form4TestfMp_7__localfMu_.form())))
  }
  try await $s14WireModelTests015PossessionProofC0V4form4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V4form4TestfMp_25generator49c9739ce2a18cb9fMu_() async -> Testing.Test {
  return .__function(
  named: "form()",
  in: PossessionProofTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "refuses another spelling, another number of parts, and a long text",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "WireModelTests/PossessionProofTests.swift", filePath: "/work/main/Tests/WireModelTests/PossessionProofTests.swift", line: 104, column: 4),
  parameters: [],
  testFunction: $s14WireModelTests015PossessionProofC0V4form4TestfMp_17Z49c9739ce2a18cb9fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s14WireModelTests015PossessionProofC0V4form4TestfMp_24accessor49c9739ce2a18cb9fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s14WireModelTests015PossessionProofC0V4form4TestfMp_25generator49c9739ce2a18cb9fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s14WireModelTests015PossessionProofC0V4form4TestfMp_33testContentRecord49c9739ce2a18cb9fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s14WireModelTests015PossessionProofC0V4form4TestfMp_24accessor49c9739ce2a18cb9fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:120:4-120:4
