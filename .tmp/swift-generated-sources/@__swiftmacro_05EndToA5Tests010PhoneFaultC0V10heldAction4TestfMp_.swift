@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_17Z915c0cb5861ee93afMu_(of arg0:FaultCase) async throws -> Void {
  let $s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFaultTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_7__localfMu_.heldAction(of: arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_25generator915c0cb5861ee93afMu_() async -> Testing.Test {
  return .__function(
  named: "heldAction(of:)",
  in: PhoneFaultTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a flow that follows one whose action is still on its way does the same once",traits: [.timeLimit(.minutes(10))],arguments: {FaultCase.all},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFaultTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFaultTests.swift", line: 157, column: 4),
  parameters: [(firstName: "of",secondName: "flow",type: (FaultCase).self)],
  testFunction: $s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_17Z915c0cb5861ee93afMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_24accessor915c0cb5861ee93afMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_25generator915c0cb5861ee93afMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_33testContentRecord915c0cb5861ee93afMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneFaultC0V10heldAction4TestfMp_24accessor915c0cb5861ee93afMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:185:4-185:4
