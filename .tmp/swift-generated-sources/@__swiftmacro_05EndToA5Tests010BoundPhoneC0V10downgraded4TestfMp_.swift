@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_16b73deaaa5f5b01c5fMu_() async throws -> Void {
  let $s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundPhoneTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_7__localfMu_.downgraded())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_25generatorb73deaaa5f5b01c5fMu_() async -> Testing.Test {
  return .__function(
  named: "downgraded()",
  in: BoundPhoneTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a session that is bound to nothing in place of a key is not understood",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/BoundPhoneTests.swift", filePath: "/work/main/Tests/EndToEndTests/BoundPhoneTests.swift", line: 89, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_16b73deaaa5f5b01c5fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_24accessorb73deaaa5f5b01c5fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_25generatorb73deaaa5f5b01c5fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_33testContentRecordb73deaaa5f5b01c5fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010BoundPhoneC0V10downgraded4TestfMp_24accessorb73deaaa5f5b01c5fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:103:4-103:4
