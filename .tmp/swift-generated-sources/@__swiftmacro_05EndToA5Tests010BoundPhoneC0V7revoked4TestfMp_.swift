@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_16f8d1ee4438a05e30fMu_() async throws -> Void {
  let $s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundPhoneTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_7__localfMu_.revoked())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_25generatorf8d1ee4438a05e30fMu_() async -> Testing.Test {
  return .__function(
  named: "revoked()",
  in: BoundPhoneTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a device that was revoked renews no key: its session is over",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/BoundPhoneTests.swift", filePath: "/work/main/Tests/EndToEndTests/BoundPhoneTests.swift", line: 52, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_16f8d1ee4438a05e30fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_24accessorf8d1ee4438a05e30fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_25generatorf8d1ee4438a05e30fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_33testContentRecordf8d1ee4438a05e30fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010BoundPhoneC0V7revoked4TestfMp_24accessorf8d1ee4438a05e30fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:64:4-64:4
