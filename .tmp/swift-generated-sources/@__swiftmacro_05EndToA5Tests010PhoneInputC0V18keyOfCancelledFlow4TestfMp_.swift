@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_17Z735d5f5cd486ad2dfMu_() async throws -> Void {
  let $s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneInputTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_7__localfMu_.keyOfCancelledFlow())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_25generator735d5f5cd486ad2dfMu_() async -> Testing.Test {
  return .__function(
  named: "keyOfCancelledFlow()",
  in: PhoneInputTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a key that is made for a flow that was cancelled is deleted",traits: [.timeLimit(.minutes(5))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneInputTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneInputTests.swift", line: 76, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_17Z735d5f5cd486ad2dfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_24accessor735d5f5cd486ad2dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_25generator735d5f5cd486ad2dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_33testContentRecord735d5f5cd486ad2dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneInputC0V18keyOfCancelledFlow4TestfMp_24accessor735d5f5cd486ad2dfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneInputTests.swift:99:4-99:4
