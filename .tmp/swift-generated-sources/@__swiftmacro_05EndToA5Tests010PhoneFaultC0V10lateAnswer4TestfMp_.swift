@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_16ab9b14b588ed1d45fMu_(of arg0:FaultCase,error arg1:FlowError) async throws -> Void {
  let $s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFaultTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_7__localfMu_.lateAnswer(of: arg0,error: arg1))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_25generatorab9b14b588ed1d45fMu_() async -> Testing.Test {
  return .__function(
  named: "lateAnswer(of:error:)",
  in: PhoneFaultTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "an answer that comes after the deadline, or after cancel, changes nothing, and is found again",traits: [.timeLimit(.minutes(30))],arguments: {FaultCase.all},{[FlowError.cancelled, .timeout]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFaultTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFaultTests.swift", line: 128, column: 4),
  parameters: [(firstName: "of",secondName: "flow",type: (FaultCase).self),(firstName: "error",secondName: nil,type: (FlowError).self)],
  testFunction: $s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_16ab9b14b588ed1d45fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_24accessorab9b14b588ed1d45fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_25generatorab9b14b588ed1d45fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_33testContentRecordab9b14b588ed1d45fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneFaultC0V10lateAnswer4TestfMp_24accessorab9b14b588ed1d45fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:155:4-155:4
