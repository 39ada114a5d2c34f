@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_16d1c47eedab4fb9e7fMu_() async throws -> Void {
  let $s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(LeavingUnderWayTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_7__localfMu_.messages())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_25generatord1c47eedab4fb9e7fMu_() async -> Testing.Test {
  return .__function(
  named: "messages()",
  in: LeavingUnderWayTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "who leaves is told that nothing was done, and once the action is sent that it may be done",traits: [.timeLimit(.minutes(5))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/LeavingUnderWayTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift", line: 9, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_16d1c47eedab4fb9e7fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_24accessord1c47eedab4fb9e7fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_25generatord1c47eedab4fb9e7fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_33testContentRecordd1c47eedab4fb9e7fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests015LeavingUnderWayC0V8messages4TestfMp_24accessord1c47eedab4fb9e7fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift:24:4-24:4
