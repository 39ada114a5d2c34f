@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_16fb7b33faf245cae5fMu_() async throws -> Void {
  @Sendable func $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ConfigurationFileTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_7__localfMu_.right())))
  }
  try await $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_25generatorfb7b33faf245cae5fMu_() async -> Testing.Test {
  return .__function(
  named: "right()",
  in: ConfigurationFileTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "each option can stand in it, one text in place of a list too",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/ConfigurationFileTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift", line: 16, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_16fb7b33faf245cae5fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_24accessorfb7b33faf245cae5fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_25generatorfb7b33faf245cae5fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_33testContentRecordfb7b33faf245cae5fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests22ConfigurationFileTestsV5right4TestfMp_24accessorfb7b33faf245cae5fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:55:4-55:4
