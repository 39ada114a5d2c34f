@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests010BannedWordB0V4code4TestfMp_16f7f35c24ddffe4e3fMu_(ban arg0:Ban) async throws -> Void {
  @Sendable func $s9TidyTests010BannedWordB0V4code4TestfMp_7__localfMu0_(ban arg0:Ban,_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s9TidyTests010BannedWordB0V4code4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(BannedWordTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s9TidyTests010BannedWordB0V4code4TestfMp_7__localfMu_.code(ban: arg0))))
  }
  try await $s9TidyTests010BannedWordB0V4code4TestfMp_7__localfMu0_(ban: arg0)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s9TidyTests010BannedWordB0V4code4TestfMp_25generatorf7f35c24ddffe4e3fMu_() async -> Testing.Test {
  return .__function(
  named: "code(ban:)",
  in: BannedWordTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "no code says",traits: [],arguments: {bans},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "TidyTests/BannedWordTests.swift", filePath: "/work/main/Tests/TidyTests/BannedWordTests.swift", line: 48, column: 4),
  parameters: [(firstName: "ban",secondName: nil,type: (Ban).self)],
  testFunction: $s9TidyTests010BannedWordB0V4code4TestfMp_16f7f35c24ddffe4e3fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s9TidyTests010BannedWordB0V4code4TestfMp_24accessorf7f35c24ddffe4e3fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s9TidyTests010BannedWordB0V4code4TestfMp_25generatorf7f35c24ddffe4e3fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s9TidyTests010BannedWordB0V4code4TestfMp_33testContentRecordf7f35c24ddffe4e3fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s9TidyTests010BannedWordB0V4code4TestfMp_24accessorf7f35c24ddffe4e3fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/TidyTests/BannedWordTests.swift:52:4-52:4
