@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_16ea24630e96889b0ffMu_() async throws -> Void {
  let $s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneReviewTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_7__localfMu_.codes())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_25generatorea24630e96889b0ffMu_() async -> Testing.Test {
  return .__function(
  named: "codes()",
  in: PhoneReviewTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "codes stand in where they are wanted: a mailed one, then the texted or the app's",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhoneReviewTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift", line: 127, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_16ea24630e96889b0ffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_24accessorea24630e96889b0ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_25generatorea24630e96889b0ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_33testContentRecordea24630e96889b0ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests16PhoneReviewTestsV5codes4TestfMp_24accessorea24630e96889b0ffMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:157:4-157:4
