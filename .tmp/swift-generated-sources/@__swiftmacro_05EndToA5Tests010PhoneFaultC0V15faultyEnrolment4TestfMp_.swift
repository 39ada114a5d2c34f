@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_17Z47d0eb0933df4cebfMu_(fault arg0:Fault) async throws -> Void {
  let $s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFaultTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_7__localfMu_.faultyEnrolment(fault: arg0))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_25generator47d0eb0933df4cebfMu_() async -> Testing.Test {
  return .__function(
  named: "faultyEnrolment(fault:)",
  in: PhoneFaultTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an enrolment whose answer is lost leaves a phone that can log in, or one without a trace",traits: [.timeLimit(.minutes(30))],arguments: {Fault.passing},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFaultTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFaultTests.swift", line: 60, column: 4),
  parameters: [(firstName: "fault",secondName: nil,type: (Fault).self)],
  testFunction: $s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_17Z47d0eb0933df4cebfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_24accessor47d0eb0933df4cebfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_25generator47d0eb0933df4cebfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_33testContentRecord47d0eb0933df4cebfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneFaultC0V15faultyEnrolment4TestfMp_24accessor47d0eb0933df4cebfMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:80:4-80:4
