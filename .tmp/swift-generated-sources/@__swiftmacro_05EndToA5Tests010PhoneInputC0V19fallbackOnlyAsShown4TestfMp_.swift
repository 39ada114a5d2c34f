@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_17Z7cf7f8f02d582205fMu_() async throws -> Void {
  let $s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneInputTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_7__localfMu_.fallbackOnlyAsShown())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_25generator7cf7f8f02d582205fMu_() async -> Testing.Test {
  return .__function(
  named: "fallbackOnlyAsShown()",
  in: PhoneInputTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a review without a key signs what was shown: a challenge over anything else is not proved",traits: [.timeLimit(.minutes(5))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneInputTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneInputTests.swift", line: 31, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_17Z7cf7f8f02d582205fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_24accessor7cf7f8f02d582205fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_25generator7cf7f8f02d582205fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_33testContentRecord7cf7f8f02d582205fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneInputC0V19fallbackOnlyAsShown4TestfMp_24accessor7cf7f8f02d582205fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:53:4-53:4
