@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_17Z5e91e6c6b7eacf79fMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_7__localfMu_.needsFactor())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_25generator5e91e6c6b7eacf79fMu_() async -> Testing.Test {
  return .__function(
  named: "needsFactor()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a new factor needs one that is there, from the first one on until a recovery is ready",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 46, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_17Z5e91e6c6b7eacf79fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_24accessor5e91e6c6b7eacf79fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_25generator5e91e6c6b7eacf79fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_33testContentRecord5e91e6c6b7eacf79fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V11needsFactor4TestfMp_24accessor5e91e6c6b7eacf79fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:61:4-61:4
