@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_16d50c8fc811a1500afMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_7__localfMu_.setsNoNumber())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_25generatord50c8fc811a1500afMu_() async -> Testing.Test {
  return .__function(
  named: "setsNoNumber()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a recovery gives a factor back, and sets no telephone number",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 63, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_16d50c8fc811a1500afMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_24accessord50c8fc811a1500afMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_25generatord50c8fc811a1500afMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_33testContentRecordd50c8fc811a1500afMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V12setsNoNumber4TestfMp_24accessord50c8fc811a1500afMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:73:4-73:4
