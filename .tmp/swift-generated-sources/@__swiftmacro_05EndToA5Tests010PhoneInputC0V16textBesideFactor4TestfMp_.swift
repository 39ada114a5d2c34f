@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_17Z58cfad5ef7dd3f03fMu_() async throws -> Void {
  let $s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneInputTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_7__localfMu_.textBesideFactor())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_25generator58cfad5ef7dd3f03fMu_() async -> Testing.Test {
  return .__function(
  named: "textBesideFactor()",
  in: PhoneInputTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a text goes with the factor that it was given beside, and with no later one",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneInputTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneInputTests.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_17Z58cfad5ef7dd3f03fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_24accessor58cfad5ef7dd3f03fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_25generator58cfad5ef7dd3f03fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_33testContentRecord58cfad5ef7dd3f03fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneInputC0V16textBesideFactor4TestfMp_24accessor58cfad5ef7dd3f03fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:29:4-29:4
