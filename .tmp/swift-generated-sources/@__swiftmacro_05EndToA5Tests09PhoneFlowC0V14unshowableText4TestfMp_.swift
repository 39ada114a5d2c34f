@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_17Z196abd5b1a3040bafMu_(text arg0:String) async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_7__localfMu_.unshowableText(text: arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_25generator196abd5b1a3040bafMu_() async -> Testing.Test {
  return .__function(
  named: "unshowableText(text:)",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a text beside the factor that no screen can show is refused before any call",traits: [],arguments: {["a\u{0}b", "a\nb", "a\u{1B}[2Jb", "a\u{202E}b", "a\u{2028}b", "a\u{7F}"]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 317, column: 4),
  parameters: [(firstName: "text",secondName: nil,type: (String).self)],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_17Z196abd5b1a3040bafMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_24accessor196abd5b1a3040bafMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_25generator196abd5b1a3040bafMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_33testContentRecord196abd5b1a3040bafMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V14unshowableText4TestfMp_24accessor196abd5b1a3040bafMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:343:4-343:4
