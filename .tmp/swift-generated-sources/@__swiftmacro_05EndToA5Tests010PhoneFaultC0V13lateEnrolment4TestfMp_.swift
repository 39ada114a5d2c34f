@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_17Z6b3a989e7c464fc3fMu_(error arg0:FlowError) async throws -> Void {
  let $s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFaultTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_7__localfMu_.lateEnrolment(error: arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_25generator6b3a989e7c464fc3fMu_() async -> Testing.Test {
  return .__function(
  named: "lateEnrolment(error:)",
  in: PhoneFaultTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an enrolment whose answer comes late, or after cancel, leaves a phone that can log in",traits: [.timeLimit(.minutes(30))],arguments: {[FlowError.cancelled, .timeout]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFaultTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFaultTests.swift", line: 82, column: 4),
  parameters: [(firstName: "error",secondName: nil,type: (FlowError).self)],
  testFunction: $s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_17Z6b3a989e7c464fc3fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_24accessor6b3a989e7c464fc3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_25generator6b3a989e7c464fc3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_33testContentRecord6b3a989e7c464fc3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneFaultC0V13lateEnrolment4TestfMp_24accessor6b3a989e7c464fc3fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:103:4-103:4
