@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_16a56d8e7ae2c860d1fMu_() async throws -> Void {
  @Sendable func $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_7__localfMu0_(_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ConfigurationFileTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_7__localfMu_.table())))
  }
  try await $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_7__localfMu0_()
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_25generatora56d8e7ae2c860d1fMu_() async -> Testing.Test {
  return .__function(
  named: "table()",
  in: ConfigurationFileTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the options that it can hold are those of the command line, but for the file itself",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/ConfigurationFileTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift", line: 88, column: 4),
  parameters: [],
  testFunction: $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_16a56d8e7ae2c860d1fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_24accessora56d8e7ae2c860d1fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_25generatora56d8e7ae2c860d1fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_33testContentRecorda56d8e7ae2c860d1fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests22ConfigurationFileTestsV5table4TestfMp_24accessora56d8e7ae2c860d1fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:100:4-100:4
