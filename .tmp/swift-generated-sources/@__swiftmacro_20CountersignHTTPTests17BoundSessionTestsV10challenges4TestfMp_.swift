@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_17Z37c6dc1a6dd79f21fMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_7__localfMu_.challenges())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_25generator37c6dc1a6dd79f21fMu_() async -> Testing.Test {
  return .__function(
  named: "challenges()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "what proves no possession is a 401 that says how to prove it",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 10, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_17Z37c6dc1a6dd79f21fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_24accessor37c6dc1a6dd79f21fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_25generator37c6dc1a6dd79f21fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_33testContentRecord37c6dc1a6dd79f21fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV10challenges4TestfMp_24accessor37c6dc1a6dd79f21fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:47:4-47:4
