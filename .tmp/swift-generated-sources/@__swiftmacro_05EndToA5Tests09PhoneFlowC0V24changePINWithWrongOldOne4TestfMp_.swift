@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_16e030b19c29506a95fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_7__localfMu_.changePINWithWrongOldOne())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_25generatore030b19c29506a95fMu_() async -> Testing.Test {
  return .__function(
  named: "changePINWithWrongOldOne()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "CHANGE_PIN with a wrong old PIN asks for it again, and the new one stands",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 169, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_16e030b19c29506a95fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_24accessore030b19c29506a95fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_25generatore030b19c29506a95fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_33testContentRecorde030b19c29506a95fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V24changePINWithWrongOldOne4TestfMp_24accessore030b19c29506a95fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:183:4-183:4
