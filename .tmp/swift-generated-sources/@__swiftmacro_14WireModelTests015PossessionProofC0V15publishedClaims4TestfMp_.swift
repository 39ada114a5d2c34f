@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_17Z66fa0852cd6af9c2fMu_() async throws -> Void {
  @Sendable func $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PossessionProofTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_7__localfMu_.publishedClaims())))
  }
  try await $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_25generator66fa0852cd6af9c2fMu_() async -> Testing.Test {
  return .__function(
  named: "publishedClaims()",
  in: PossessionProofTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "reads the claims of RFC 9449's example proofs",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "WireModelTests/PossessionProofTests.swift", filePath: "/work/main/Tests/WireModelTests/PossessionProofTests.swift", line: 41, column: 4),
  parameters: [],
  testFunction: $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_17Z66fa0852cd6af9c2fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_24accessor66fa0852cd6af9c2fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_25generator66fa0852cd6af9c2fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_33testContentRecord66fa0852cd6af9c2fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s14WireModelTests015PossessionProofC0V15publishedClaims4TestfMp_24accessor66fa0852cd6af9c2fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:53:4-53:4
