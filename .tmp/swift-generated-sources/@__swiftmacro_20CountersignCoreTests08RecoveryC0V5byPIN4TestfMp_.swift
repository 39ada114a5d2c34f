@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_16d850b964f33a4843fMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_7__localfMu_.byPIN())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_25generatord850b964f33a4843fMu_() async -> Testing.Test {
  return .__function(
  named: "byPIN()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the PIN in the seed's form recovers an account too, and so does a device with a PIN",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 191, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_16d850b964f33a4843fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_24accessord850b964f33a4843fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_25generatord850b964f33a4843fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_33testContentRecordd850b964f33a4843fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V5byPIN4TestfMp_24accessord850b964f33a4843fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:219:4-219:4
