@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_16e340378d7a7288e6fMu_() async throws -> Void {
  let $s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneReviewTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_7__localfMu_.watches())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_25generatore340378d7a7288e6fMu_() async -> Testing.Test {
  return .__function(
  named: "watches()",
  in: PhoneReviewTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "watch prints what comes and what becomes of it, and ends by itself",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhoneReviewTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift", line: 159, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_16e340378d7a7288e6fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_24accessore340378d7a7288e6fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_25generatore340378d7a7288e6fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_33testContentRecorde340378d7a7288e6fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests16PhoneReviewTestsV7watches4TestfMp_24accessore340378d7a7288e6fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:183:4-183:4
