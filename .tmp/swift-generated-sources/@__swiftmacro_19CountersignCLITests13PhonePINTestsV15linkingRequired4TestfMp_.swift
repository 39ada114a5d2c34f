@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_16e578925687175103fMu_() async throws -> Void {
  @Sendable func $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhonePINTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_7__localfMu_.linkingRequired())))
  }
  try await $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_25generatore578925687175103fMu_() async -> Testing.Test {
  return .__function(
  named: "linkingRequired()",
  in: PhonePINTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "whoever needs biometrics is told of both ways to set them up",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhonePINTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift", line: 33, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_16e578925687175103fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_24accessore578925687175103fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_25generatore578925687175103fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_33testContentRecorde578925687175103fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests13PhonePINTestsV15linkingRequired4TestfMp_24accessore578925687175103fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:38:4-38:4
