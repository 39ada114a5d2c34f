@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_16a024e96dade10fcbfMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_7__localfMu_.recovers())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_25generatora024e96dade10fcbfMu_() async -> Testing.Test {
  return .__function(
  named: "recovers()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a code and a wait of 24 hours give the first new factor; all that was before is revoked",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_16a024e96dade10fcbfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_24accessora024e96dade10fcbfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_25generatora024e96dade10fcbfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_33testContentRecorda024e96dade10fcbfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V8recovers4TestfMp_24accessora024e96dade10fcbfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:44:4-44:4
