@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_17Z5794ea4a9a671025fMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_7__localfMu_.introspection())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_25generator5794ea4a9a671025fMu_() async -> Testing.Test {
  return .__function(
  named: "introspection()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a host that looks a bound token up is told its key",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 75, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_17Z5794ea4a9a671025fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_24accessor5794ea4a9a671025fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_25generator5794ea4a9a671025fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_33testContentRecord5794ea4a9a671025fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV13introspection4TestfMp_24accessor5794ea4a9a671025fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:88:4-88:4
