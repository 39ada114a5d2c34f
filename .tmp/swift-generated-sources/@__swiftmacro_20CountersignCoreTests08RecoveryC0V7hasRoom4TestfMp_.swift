@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_17Z848f3d5035cffa3afMu_() async throws -> Void {
  let $s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RecoveryTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_7__localfMu_.hasRoom())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_25generator848f3d5035cffa3afMu_() async -> Testing.Test {
  return .__function(
  named: "hasRoom()",
  in: RecoveryTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an account that is full of lost devices and keys has room for what recovers it",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCoreTests/RecoveryTests.swift", filePath: "/work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift", line: 221, column: 4),
  parameters: [],
  testFunction: $s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_17Z848f3d5035cffa3afMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_24accessor848f3d5035cffa3afMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_25generator848f3d5035cffa3afMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_33testContentRecord848f3d5035cffa3afMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20CountersignCoreTests08RecoveryC0V7hasRoom4TestfMp_24accessor848f3d5035cffa3afMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCoreTests/Accounts/RecoveryTests.swift:257:4-257:4
