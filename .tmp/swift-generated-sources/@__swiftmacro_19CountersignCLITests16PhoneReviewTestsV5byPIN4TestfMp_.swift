@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_16d850b964f33a4843fMu_() async throws -> Void {
  let $s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneReviewTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_7__localfMu_.byPIN())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_25generatord850b964f33a4843fMu_() async -> Testing.Test {
  return .__function(
  named: "byPIN()",
  in: PhoneReviewTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a PIN that is given stands in for codes, and a wrong one is told as the cause",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhoneReviewTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift", line: 110, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_16d850b964f33a4843fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_24accessord850b964f33a4843fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_25generatord850b964f33a4843fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_33testContentRecordd850b964f33a4843fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests16PhoneReviewTestsV5byPIN4TestfMp_24accessord850b964f33a4843fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:125:4-125:4
