@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_17Z90594d11ea7fa1dbfMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_7__localfMu_.prefix())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_25generator90594d11ea7fa1dbfMu_() async -> Testing.Test {
  return .__function(
  named: "prefix()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the address that is proved has the path that apps see, whatever a proxy makes of it",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 263, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_17Z90594d11ea7fa1dbfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_24accessor90594d11ea7fa1dbfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_25generator90594d11ea7fa1dbfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_33testContentRecord90594d11ea7fa1dbfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV6prefix4TestfMp_24accessor90594d11ea7fa1dbfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:281:4-281:4
