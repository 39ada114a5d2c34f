@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V9published4TestfMp_17Z30dd494b9d7adf8ffMu_(text arg0:String) async throws -> Void {
  @Sendable func $s14WireModelTests015PossessionProofC0V9published4TestfMp_7__localfMu0_(text arg0:String,_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s14WireModelTests015PossessionProofC0V9published4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PossessionProofTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s14WireModelTests015PossessionProofC0V9published4TestfMp_7__localfMu_.published(text: arg0))))
  }
  try await $s14WireModelTests015PossessionProofC0V9published4TestfMp_7__localfMu0_(text: arg0)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V9published4TestfMp_25generator30dd494b9d7adf8ffMu_() async -> Testing.Test {
  return .__function(
  named: "published(text:)",
  in: PossessionProofTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "reads RFC 9449's example proofs, whose signatures verify",traits: [],arguments: {[forToken, forResource]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "WireModelTests/PossessionProofTests.swift", filePath: "/work/main/Tests/WireModelTests/PossessionProofTests.swift", line: 28, column: 4),
  parameters: [(firstName: "text",secondName: nil,type: (String).self)],
  testFunction: $s14WireModelTests015PossessionProofC0V9published4TestfMp_17Z30dd494b9d7adf8ffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s14WireModelTests015PossessionProofC0V9published4TestfMp_24accessor30dd494b9d7adf8ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s14WireModelTests015PossessionProofC0V9published4TestfMp_25generator30dd494b9d7adf8ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s14WireModelTests015PossessionProofC0V9published4TestfMp_33testContentRecord30dd494b9d7adf8ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s14WireModelTests015PossessionProofC0V9published4TestfMp_24accessor30dd494b9d7adf8ffMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:39:4-39:4
