@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_17Z807095daf9f1f3e8fMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_7__localfMu_.signedKey())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_25generator807095daf9f1f3e8fMu_() async -> Testing.Test {
  return .__function(
  named: "signedKey()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an assertion and a PIN open a session with the key that they were signed for alone",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 90, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_17Z807095daf9f1f3e8fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_24accessor807095daf9f1f3e8fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_25generator807095daf9f1f3e8fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_33testContentRecord807095daf9f1f3e8fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV9signedKey4TestfMp_24accessor807095daf9f1f3e8fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:129:4-129:4
