@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_17Z2d5f8e41ade624eefMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_7__localfMu_.unbound())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_25generator2d5f8e41ade624eefMu_() async -> Testing.Test {
  return .__function(
  named: "unbound()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an unbound token stays a bearer token, and no other kind of credential is proved",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 49, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_17Z2d5f8e41ade624eefMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_24accessor2d5f8e41ade624eefMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_25generator2d5f8e41ade624eefMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_33testContentRecord2d5f8e41ade624eefMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV7unbound4TestfMp_24accessor2d5f8e41ade624eefMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:73:4-73:4
