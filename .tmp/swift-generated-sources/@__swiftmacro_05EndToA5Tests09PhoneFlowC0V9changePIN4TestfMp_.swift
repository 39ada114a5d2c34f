@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_17Z711c8cf613c35758fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_7__localfMu_.changePIN())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_25generator711c8cf613c35758fMu_() async -> Testing.Test {
  return .__function(
  named: "changePIN()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "CHANGE_PIN replaces the PIN: the old one is wrong then, and the new one right",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 154, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_17Z711c8cf613c35758fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_24accessor711c8cf613c35758fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_25generator711c8cf613c35758fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_33testContentRecord711c8cf613c35758fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V9changePIN4TestfMp_24accessor711c8cf613c35758fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:167:4-167:4
