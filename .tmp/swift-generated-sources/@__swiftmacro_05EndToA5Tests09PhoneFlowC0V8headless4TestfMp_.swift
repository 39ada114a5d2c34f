@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_16ded7a266ec823ff3fMu_() async throws -> Void {
  let $s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneFlowTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_7__localfMu_.headless())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_25generatorded7a266ec823ff3fMu_() async -> Testing.Test {
  return .__function(
  named: "headless()",
  in: PhoneFlowTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a headless account logs in by its device alone, and gets its factors by a mailed code",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneFlowTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneFlowTests.swift", line: 202, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_16ded7a266ec823ff3fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_24accessorded7a266ec823ff3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_25generatorded7a266ec823ff3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_33testContentRecordded7a266ec823ff3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests09PhoneFlowC0V8headless4TestfMp_24accessorded7a266ec823ff3fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneFlowTests.swift:226:4-226:4
