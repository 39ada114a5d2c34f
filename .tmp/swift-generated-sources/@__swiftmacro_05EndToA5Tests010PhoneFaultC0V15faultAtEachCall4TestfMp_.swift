@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_16Z2a0812a67825997fMu_(of arg0:FaultCase,fault arg1:Fault) async throws -> Void {
  let $s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFaultTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_7__localfMu_.faultAtEachCall(of: arg0,fault: arg1))))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_24generator2a0812a67825997fMu_() async -> Testing.Test {
  return .__function(
  named: "faultAtEachCall(of:fault:)",
  in: PhoneFaultTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "wherever the network fails, it is done once when it says so or is asked again",traits: [.timeLimit(.minutes(30))],arguments: {FaultCase.all},{Fault.passing},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFaultTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFaultTests.swift", line: 10, column: 4),
  parameters: [(firstName: "of",secondName: "flow",type: (FaultCase).self),(firstName: "fault",secondName: nil,type: (Fault).self)],
  testFunction: $s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_16Z2a0812a67825997fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_23accessor2a0812a67825997fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_24generator2a0812a67825997fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_32testContentRecord2a0812a67825997fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests010PhoneFaultC0V15faultAtEachCall4TestfMp_23accessor2a0812a67825997fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFaultTests.swift:39:4-39:4
