@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_17Z4d281b8d7c069ad3fMu_() async throws -> Void {
  @Sendable func $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PossessionProofTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_7__localfMu_.roundTrip())))
  }
  try await $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_25generator4d281b8d7c069ad3fMu_() async -> Testing.Test {
  return .__function(
  named: "roundTrip()",
  in: PossessionProofTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "reads what it has written",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "WireModelTests/PossessionProofTests.swift", filePath: "/work/main/Tests/WireModelTests/PossessionProofTests.swift", line: 55, column: 4),
  parameters: [],
  testFunction: $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_17Z4d281b8d7c069ad3fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_24accessor4d281b8d7c069ad3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_25generator4d281b8d7c069ad3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_33testContentRecord4d281b8d7c069ad3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s14WireModelTests015PossessionProofC0V9roundTrip4TestfMp_24accessor4d281b8d7c069ad3fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:62:4-62:4
