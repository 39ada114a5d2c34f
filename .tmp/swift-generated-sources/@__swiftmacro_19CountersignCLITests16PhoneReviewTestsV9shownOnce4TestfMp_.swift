@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_17Z235c36eaf80ec1fefMu_() async throws -> Void {
  let $s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneReviewTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_7__localfMu_.shownOnce())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_25generator235c36eaf80ec1fefMu_() async -> Testing.Test {
  return .__function(
  named: "shownOnce()",
  in: PhoneReviewTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "approve shows the transaction once, its card too",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhoneReviewTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift", line: 43, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_17Z235c36eaf80ec1fefMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_24accessor235c36eaf80ec1fefMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_25generator235c36eaf80ec1fefMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_33testContentRecord235c36eaf80ec1fefMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests16PhoneReviewTestsV9shownOnce4TestfMp_24accessor235c36eaf80ec1fefMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:55:4-55:4
