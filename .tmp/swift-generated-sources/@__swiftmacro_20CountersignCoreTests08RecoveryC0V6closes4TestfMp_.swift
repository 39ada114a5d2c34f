@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_16b910eee00c0b312dfMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_7__localfMu_.closes())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_25generatorb910eee00c0b312dfMu_() async -> Testing.Test {
  return .__function(
  named: "closes()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a recovery that is ready and not completed is over after a week",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 161, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_16b910eee00c0b312dfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_24accessorb910eee00c0b312dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_25generatorb910eee00c0b312dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_33testContentRecordb910eee00c0b312dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V6closes4TestfMp_24accessorb910eee00c0b312dfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:170:4-170:4
