@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_16a4369e9765c2c9d1fMu_(_ arg0:String,_ arg1:String) async throws -> Void {
  @Sendable func $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_7__localfMu0_(_ arg0:String,_ arg1:String,_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(ConfigurationFileTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_7__localfMu_.wrong(arg0,arg1))))
  }
  try await $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_7__localfMu0_(arg0,arg1)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_25generatora4369e9765c2c9d1fMu_() async -> Testing.Test {
  return .__function(
  named: "wrong(_:_:)",
  in: ConfigurationFileTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "what it says and no option takes is wrong use, and no value is repeated",traits: [],arguments: {[
      (#"{"orgin": "pw"}"#, "names no option of serve: orgin"),
      (#"{"tls": {"certificates": "pw"}}"#, "names no option of serve: tls.certificates"),
      (#"{"tls": "pw"}"#, "names no option of serve: tls"),
      (#"{"webhook": "https://u:pw@a.com"}"#, "names no option of serve: webhook"),
      (#"{"smtp": {"password": "pw"}}"#, "names no option of serve: smtp.password"),
      (#"{"config": "pw"}"#, "names no option of serve: config"),
      (#"{"shop": {}}"#, "names no option of serve: shop"),
      (#"{"supplier": "pw"}"#, "names no option of serve: supplier"),
      (#"{"port": "pw"}"#, "is no number"), (#"{"port": 80.5}"#, "is no number"),
      (#"{"port": null}"#, "is no number"), (#"{"port": {"pw": 1}}"#, "is no number"),
      (#"{"demo": "pw"}"#, "is neither true nor false"),
      (#"{"data": 5}"#, "is no text"), (#"{"data": {"pw": "x"}}"#, "is no text"),
      (#"{"database": ["pw"]}"#, "is no text"),
      (#"{"origin": ["pw", 5]}"#, "is neither a text nor a list of texts"),
      (#"{"scenario": {"pw": "x"}}"#, "is neither a text nor a list of texts"),
      (#"{"tls.key": "pw", "tls": {"key": "pw"}}"#, "says tls.key twice"),
      (#"{"port": 1, "port": 2}"#, "cannot be read: duplicate member name"),
      (#"["pw"]"#, "cannot be read: no object"), ("port = 8080", "cannot be read: "),
    ]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "CountersignCLITests/ConfigurationFileTests.swift", filePath: "/work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift", line: 57, column: 4),
  parameters: [(firstName: "_",secondName: "text",type: (String).self),(firstName: "_",secondName: "said",type: (String).self)],
  testFunction: $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_16a4369e9765c2c9d1fMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_24accessora4369e9765c2c9d1fMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_25generatora4369e9765c2c9d1fMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_33testContentRecorda4369e9765c2c9d1fMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s19CountersignCLITests22ConfigurationFileTestsV5wrong4TestfMp_24accessora4369e9765c2c9d1fMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/CountersignCLITests/Serve/ConfigurationFileTests.swift:86:4-86:4
