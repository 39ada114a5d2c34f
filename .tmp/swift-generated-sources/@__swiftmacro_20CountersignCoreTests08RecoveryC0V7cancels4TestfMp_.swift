@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_17Z9a97f0d243c57641fMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_7__localfMu_.cancels())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_25generator9a97f0d243c57641fMu_() async -> Testing.Test {
  return .__function(
  named: "cancels()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "any session cancels a recovery, and the person is told",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 114, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_17Z9a97f0d243c57641fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_24accessor9a97f0d243c57641fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_25generator9a97f0d243c57641fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_33testContentRecord9a97f0d243c57641fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V7cancels4TestfMp_24accessor9a97f0d243c57641fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:129:4-129:4
