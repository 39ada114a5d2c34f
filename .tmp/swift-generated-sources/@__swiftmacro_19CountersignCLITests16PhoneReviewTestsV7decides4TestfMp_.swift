@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_17Z32af3348fa189643fMu_() async throws -> Void {
  let $s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneReviewTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_7__localfMu_.decides())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_25generator32af3348fa189643fMu_() async -> Testing.Test {
  return .__function(
  named: "decides()",
  in: PhoneReviewTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "whoever sits there decides on one after the other; what another decides is taken back",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhoneReviewTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift", line: 185, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_17Z32af3348fa189643fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_24accessor32af3348fa189643fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_25generator32af3348fa189643fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_33testContentRecord32af3348fa189643fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests16PhoneReviewTestsV7decides4TestfMp_24accessor32af3348fa189643fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhoneReviewTests.swift:218:4-218:4
