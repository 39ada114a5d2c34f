@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_16ee27ce8cb5ac19d1fMu_() async throws -> Void {
  let $s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BoundPhoneTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_7__localfMu_.restarted())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_25generatoree27ce8cb5ac19d1fMu_() async -> Testing.Test {
  return .__function(
  named: "restarted()",
  in: BoundPhoneTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a session goes on after a restart, by a key that the device signs, and asks nobody",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/BoundPhoneTests.swift", filePath: "/work/main/Tests/EndToEndTests/BoundPhoneTests.swift", line: 13, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_16ee27ce8cb5ac19d1fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_24accessoree27ce8cb5ac19d1fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_25generatoree27ce8cb5ac19d1fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_33testContentRecordee27ce8cb5ac19d1fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010BoundPhoneC0V9restarted4TestfMp_24accessoree27ce8cb5ac19d1fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/BoundPhoneTests.swift:33:4-33:4
