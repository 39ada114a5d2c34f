@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_16b910eee00c0b312dfMu_() async throws -> Void {
  let $s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(LeavingUnderWayTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_7__localfMu_.closes())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_25generatorb910eee00c0b312dfMu_() async -> Testing.Test {
  return .__function(
  named: "closes()",
  in: LeavingUnderWayTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a question whether to leave closes when the flow ends, and the outcome is shown",traits: [.timeLimit(.minutes(5))],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/LeavingUnderWayTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift", line: 26, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_16b910eee00c0b312dfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_24accessorb910eee00c0b312dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_25generatorb910eee00c0b312dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_33testContentRecordb910eee00c0b312dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests015LeavingUnderWayC0V6closes4TestfMp_24accessorb910eee00c0b312dfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/LeavingUnderWayTests.swift:57:4-57:4
