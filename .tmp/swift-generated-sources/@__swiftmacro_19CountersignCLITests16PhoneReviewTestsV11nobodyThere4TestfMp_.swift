@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_17Z24a9525a318240f4fMu_() async throws -> Void {
  let $s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneReviewTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_7__localfMu_.nobodyThere())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_25generator24a9525a318240f4fMu_() async -> Testing.Test {
  return .__function(
  named: "nobodyThere()",
  in: PhoneReviewTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "where the input has ended nothing is decided, and nobody is asked forever",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhoneReviewTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift", line: 95, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_17Z24a9525a318240f4fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_24accessor24a9525a318240f4fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_25generator24a9525a318240f4fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_33testContentRecord24a9525a318240f4fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests16PhoneReviewTestsV11nobodyThere4TestfMp_24accessor24a9525a318240f4fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:108:4-108:4
