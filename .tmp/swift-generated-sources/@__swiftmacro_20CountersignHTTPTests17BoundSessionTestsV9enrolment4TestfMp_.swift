@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_16b6106bf1a01aff7ffMu_() async throws -> Void {
  let $s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundSessionTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_7__localfMu_.enrolment())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_25generatorb6106bf1a01aff7ffMu_() async -> Testing.Test {
  return .__function(
  named: "enrolment()",
  in: BoundSessionTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a device that is enrolled signs the key of its session with the link",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignHTTPTests/BoundSessionTests.swift", filePath: "/work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift", line: 191, column: 4),
  parameters: [],
  testFunction: $s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_16b6106bf1a01aff7ffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_24accessorb6106bf1a01aff7ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_25generatorb6106bf1a01aff7ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_33testContentRecordb6106bf1a01aff7ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignHTTPTests17BoundSessionTestsV9enrolment4TestfMp_24accessorb6106bf1a01aff7ffMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignHTTPTests/Routes/BoundSessionTests.swift:223:4-223:4
