@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_17Z43f532696ebca1e1fMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_7__localfMu_.notPossible())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_25generator43f532696ebca1e1fMu_() async -> Testing.Test {
  return .__function(
  named: "notPossible()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "without a factor there is nothing to recover, and a wrong code begins nothing",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 172, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_17Z43f532696ebca1e1fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_24accessor43f532696ebca1e1fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_25generator43f532696ebca1e1fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_33testContentRecord43f532696ebca1e1fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V11notPossible4TestfMp_24accessor43f532696ebca1e1fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:189:4-189:4
