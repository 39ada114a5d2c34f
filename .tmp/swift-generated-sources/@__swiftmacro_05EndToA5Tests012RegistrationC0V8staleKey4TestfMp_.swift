@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_17Z9af1512ad8219e8efMu_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_7__localfMu_.staleKey())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_25generator9af1512ad8219e8efMu_() async -> Testing.Test {
  return .__function(
  named: "staleKey()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a key here that the server does not know is destroyed, and another registered, once",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 33, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_17Z9af1512ad8219e8efMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_24accessor9af1512ad8219e8efMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_25generator9af1512ad8219e8efMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_33testContentRecord9af1512ad8219e8efMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V8staleKey4TestfMp_24accessor9af1512ad8219e8efMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:49:4-49:4
