@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_16aa0d2a5f2906ce9ffMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_7__localfMu_.renewalIsNoActivity())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_25generatoraa0d2a5f2906ce9ffMu_() async -> Testing.Test {
  return .__function(
  named: "renewalIsNoActivity()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a renewed key makes no session last longer",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 178, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_16aa0d2a5f2906ce9ffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_24accessoraa0d2a5f2906ce9ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_25generatoraa0d2a5f2906ce9ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_33testContentRecordaa0d2a5f2906ce9ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV19renewalIsNoActivity4TestfMp_24accessoraa0d2a5f2906ce9ffMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:189:4-189:4
