@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_17Z83efbc431c7360e6fMu_() async throws -> Void {
  let $s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(AirtimeSchemaTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_7__localfMu_.lowValues())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_25generator83efbc431c7360e6fMu_() async -> Testing.Test {
  return .__function(
  named: "lowValues()",
  in: AirtimeSchemaTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "low values of before are in the currency in which the account bought",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "AirtimeTests/AirtimeSchemaTests.swift", filePath: "/work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift", line: 9, column: 4),
  parameters: [],
  testFunction: $s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_17Z83efbc431c7360e6fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_24accessor83efbc431c7360e6fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_25generator83efbc431c7360e6fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_33testContentRecord83efbc431c7360e6fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s12AirtimeTests0a6SchemaB0V9lowValues4TestfMp_24accessor83efbc431c7360e6fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/Shop/AirtimeTests/AirtimeSchemaTests.swift:34:4-34:4
