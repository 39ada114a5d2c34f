@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_16f8cf2bd23d74381cfMu_() async throws -> Void {
  let $s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(AirtimeSchemaTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_7__localfMu_.lookup())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_25generatorf8cf2bd23d74381cfMu_() async -> Testing.Test {
  return .__function(
  named: "lookup()",
  in: AirtimeSchemaTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "the newest top-up with a body is found without a look at all rows",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTests/AirtimeSchemaTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift", line: 36, column: 4),
  parameters: [],
  testFunction: $s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_16f8cf2bd23d74381cfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_24accessorf8cf2bd23d74381cfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_25generatorf8cf2bd23d74381cfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_33testContentRecordf8cf2bd23d74381cfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s12AirtimeTests0a6SchemaB0V6lookup4TestfMp_24accessorf8cf2bd23d74381cfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift:53:4-53:4
