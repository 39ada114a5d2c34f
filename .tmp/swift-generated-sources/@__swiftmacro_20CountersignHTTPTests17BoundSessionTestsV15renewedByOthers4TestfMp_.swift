@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_17Z9999c20d0b5fb3ecfMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_7__localfMu_.renewedByOthers())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_25generator9999c20d0b5fb3ecfMu_() async -> Testing.Test {
  return .__function(
  named: "renewedByOthers()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "no other device, no other account and no signature of a sign-in renews a session's key",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 152, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_17Z9999c20d0b5fb3ecfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_24accessor9999c20d0b5fb3ecfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_25generator9999c20d0b5fb3ecfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_33testContentRecord9999c20d0b5fb3ecfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV15renewedByOthers4TestfMp_24accessor9999c20d0b5fb3ecfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:176:4-176:4
