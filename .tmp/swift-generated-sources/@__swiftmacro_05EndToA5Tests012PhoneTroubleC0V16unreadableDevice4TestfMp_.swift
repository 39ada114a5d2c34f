@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_16f73d061db7efc8d2fMu_() async throws -> Void {
  let $s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PhoneTroubleTests())))
  _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_7__localfMu_.unreadableDevice())))
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_25generatorf73d061db7efc8d2fMu_() async -> Testing.Test {
  return .__function(
  named: "unreadableDevice()",
  in: PhoneTroubleTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "a device's PIN is not sent where it cannot be read whether it is one; nothing is wiped",traits: [],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "EndToEndTests/PhoneTroubleTests.swift", filePath: "/work/main/Tests/EndToEndTests/PhoneTroubleTests.swift", line: 12, column: 4),
  parameters: [],
  testFunction: $s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_16f73d061db7efc8d2fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_24accessorf73d061db7efc8d2fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_25generatorf73d061db7efc8d2fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_33testContentRecordf73d061db7efc8d2fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s05EndToA5Tests012PhoneTroubleC0V16unreadableDevice4TestfMp_24accessorf73d061db7efc8d2fMu_($0, $1, $2, $3) },
  0,
  0
)

// original-source-range: /work/main/Tests/EndToEndTests/PhoneTroubleTests.swift:40:4-40:4
