@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_16f91f987b11ebb659fMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_7__localfMu_.limitStays())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_25generatorf91f987b11ebb659fMu_() async -> Testing.Test {
  return .__function(
  named: "limitStays()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a second recovery does not end the limit after the first",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 95, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_16f91f987b11ebb659fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_24accessorf91f987b11ebb659fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_25generatorf91f987b11ebb659fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_33testContentRecordf91f987b11ebb659fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V10limitStays4TestfMp_24accessorf91f987b11ebb659fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:112:4-112:4
