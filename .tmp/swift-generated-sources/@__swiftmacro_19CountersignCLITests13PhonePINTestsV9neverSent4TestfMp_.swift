@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_16cc2da22cddf01586fMu_() async throws -> Void {
  let $s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhonePINTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_7__localfMu_.neverSent())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_25generatorcc2da22cddf01586fMu_() async -> Testing.Test {
  return .__function(
  named: "neverSent()",
  in: PhonePINTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a further key is registered by a proof of the PIN; set-pin sends no PIN of a device",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/PhonePINTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift", line: 8, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_16cc2da22cddf01586fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_24accessorcc2da22cddf01586fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_25generatorcc2da22cddf01586fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_33testContentRecordcc2da22cddf01586fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests13PhonePINTestsV9neverSent4TestfMp_24accessorcc2da22cddf01586fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Demo/PhonePINTests.swift:31:4-31:4
