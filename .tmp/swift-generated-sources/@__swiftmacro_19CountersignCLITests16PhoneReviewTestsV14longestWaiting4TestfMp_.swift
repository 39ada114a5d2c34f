@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_17Z29366d872f70857dfMu_() async throws -> Void {
  let $s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneReviewTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_7__localfMu_.longestWaiting())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_25generator29366d872f70857dfMu_() async -> Testing.Test {
  return .__function(
  named: "longestWaiting()",
  in: PhoneReviewTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "approve without an id takes the one that waits longest, whatever is over first",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhoneReviewTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift", line: 57, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_17Z29366d872f70857dfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_24accessor29366d872f70857dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_25generator29366d872f70857dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_33testContentRecord29366d872f70857dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests16PhoneReviewTestsV14longestWaiting4TestfMp_24accessor29366d872f70857dfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:75:4-75:4
