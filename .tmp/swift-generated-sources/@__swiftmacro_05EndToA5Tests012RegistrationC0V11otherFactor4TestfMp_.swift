@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_17Z42915bc023964c3efMu_() async throws -> Void {
  let $s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(RegistrationTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_7__localfMu_.otherFactor())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_25generator42915bc023964c3efMu_() async -> Testing.Test {
  return .__function(
  named: "otherFactor()",
  in: RegistrationTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "who has a factor is offered no key by a code: the fallback is asked at once",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/RegistrationTests.swift", filePath: "/work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift", line: 51, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_17Z42915bc023964c3efMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_24accessor42915bc023964c3efMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_25generator42915bc023964c3efMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_33testContentRecord42915bc023964c3efMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012RegistrationC0V11otherFactor4TestfMp_24accessor42915bc023964c3efMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/Scenarios/RegistrationTests.swift:67:4-67:4
