@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_16e1ba6b43fe7645d9fMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_7__localfMu_.limit())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_25generatore1ba6b43fe7645d9fMu_() async -> Testing.Test {
  return .__function(
  named: "limit()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a recovered account stays under the low-value limit for 24 hours, whatever the proof",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 75, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_16e1ba6b43fe7645d9fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_24accessore1ba6b43fe7645d9fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_25generatore1ba6b43fe7645d9fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_33testContentRecorde1ba6b43fe7645d9fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V5limit4TestfMp_24accessore1ba6b43fe7645d9fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:93:4-93:4
