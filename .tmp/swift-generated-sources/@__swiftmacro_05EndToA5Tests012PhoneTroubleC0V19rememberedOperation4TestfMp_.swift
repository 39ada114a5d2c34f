@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_16d26b7361f3e869e6fMu_() async throws -> Void {
  let $s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneTroubleTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_7__localfMu_.rememberedOperation())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_25generatord26b7361f3e869e6fMu_() async -> Testing.Test {
  return .__function(
  named: "rememberedOperation()",
  in: PhoneTroubleTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a key signs the challenge whose operation is remembered, also after the PIN asked anew",traits: [.timeLimit(.minutes(5))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneTroubleTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneTroubleTests.swift", line: 64, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_16d26b7361f3e869e6fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_24accessord26b7361f3e869e6fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_25generatord26b7361f3e869e6fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_33testContentRecordd26b7361f3e869e6fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012PhoneTroubleC0V19rememberedOperation4TestfMp_24accessord26b7361f3e869e6fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:98:4-98:4
