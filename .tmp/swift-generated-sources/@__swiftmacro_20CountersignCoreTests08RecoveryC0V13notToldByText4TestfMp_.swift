@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_16b8d33ee21df2efd8fMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_7__localfMu_.notToldByText())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_25generatorb8d33ee21df2efd8fMu_() async -> Testing.Test {
  return .__function(
  named: "notToldByText()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "where nothing can be texted a recovery is told by mail alone",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 152, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_16b8d33ee21df2efd8fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_24accessorb8d33ee21df2efd8fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_25generatorb8d33ee21df2efd8fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_33testContentRecordb8d33ee21df2efd8fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V13notToldByText4TestfMp_24accessorb8d33ee21df2efd8fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:159:4-159:4
