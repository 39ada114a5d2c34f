@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_16e5496e34ea52918dfMu_() async throws -> Void {
  let $s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneTroubleTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_7__localfMu_.cancelledLogin())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_25generatore5496e34ea52918dfMu_() async -> Testing.Test {
  return .__function(
  named: "cancelledLogin()",
  in: PhoneTroubleTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a login that was cancelled opens no session here, whenever its answer comes",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneTroubleTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneTroubleTests.swift", line: 42, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_16e5496e34ea52918dfMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_24accessore5496e34ea52918dfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_25generatore5496e34ea52918dfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_33testContentRecorde5496e34ea52918dfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012PhoneTroubleC0V14cancelledLogin4TestfMp_24accessore5496e34ea52918dfMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:62:4-62:4
