@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_16d54da310a5541b42fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_7__localfMu_.goneKeyIsRevokedLater())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_25generatord54da310a5541b42fMu_() async -> Testing.Test {
  return .__function(
  named: "goneKeyIsRevokedLater()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a key that is gone is revoked by a later flow where the call was lost, after a restart",traits: [.timeLimit(.minutes(5))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 242, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_16d54da310a5541b42fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_24accessord54da310a5541b42fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_25generatord54da310a5541b42fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_33testContentRecordd54da310a5541b42fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V21goneKeyIsRevokedLater4TestfMp_24accessord54da310a5541b42fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:270:4-270:4
