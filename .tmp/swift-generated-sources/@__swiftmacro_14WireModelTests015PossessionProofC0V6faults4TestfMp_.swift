@available(*, deprecated, message: "This function is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V6faults4TestfMp_15a6207d1c50b514ffMu_(header arg0:String,claims arg1:String) async throws -> Void {
  @Sendable func $s14WireModelTests015PossessionProofC0V6faults4TestfMp_7__localfMu0_(header arg0:String,claims arg1:String,_:isolated (any _Concurrency.Actor)?=Testing.__defaultSynchronousIsolationContext) async throws {
    let $s14WireModelTests015PossessionProofC0V6faults4TestfMp_7__localfMu_ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait(PossessionProofTests())))
    _ = unsafe try await Testing.__requiringUnsafe(Testing.__requiringTry(Testing.__requiringAwait($s14WireModelTests015PossessionProofC0V6faults4TestfMp_7__localfMu_.faults(header: arg0,claims: arg1))))
  }
  try await $s14WireModelTests015PossessionProofC0V6faults4TestfMp_7__localfMu0_(header: arg0,claims: arg1)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private static func $s14WireModelTests015PossessionProofC0V6faults4TestfMp_24generatora6207d1c50b514ffMu_() async -> Testing.Test {
  return .__function(
  named: "faults(header:claims:)",
  in: PossessionProofTests.self,
  xcTestCompatibleSelector: nil,
  displayName: "one fault in the header, the claims or the form is one refusal",traits: [],arguments: {[
      (#"{"typ":"JWT","alg":"ES256","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"none","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"HS256","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"ES384","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"ES256"}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"ES256","jwk":KEY,"kid":"1"}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"ES256","jwk":KEY,"crit":["b64"],"b64":false}"#, claimsText),
      (#"{"typ":"dpop+jwt","typ":"dpop+jwt","alg":"ES256","jwk":KEY}"#, claimsText),
      (header(#"{"kty":"EC","crv":"P-256","x":"X","y":"Y","d":"X"}"#), claimsText),
      (header(#"{"kty":"EC","crv":"P-384","x":"X","y":"Y"}"#), claimsText),
      (header(#"{"kty":"RSA","crv":"P-256","x":"X","y":"Y"}"#), claimsText),
      (header(#"{"kty":"EC","crv":"P-256","x":"AA","y":"Y"}"#), claimsText),
      (header(#"{"kty":"EC","crv":"P-256","x":"X=","y":"Y"}"#), claimsText),
      (header("KEY"), #"{"htm":"GET","htu":"https://a.example/","iat":1}"#),
      (header("KEY"), #"{"jti":"1","htu":"https://a.example/","iat":1}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","iat":1}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","htu":"https://a.example/"}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","htu":7,"iat":1}"#),
      (header("KEY"), "[]"), (header("KEY"), "{"), ("", claimsText),
    ]},sourceLocation: Testing.SourceLocation(__uncheckedFileID: "WireModelTests/PossessionProofTests.swift", filePath: "/work/main/Tests/WireModelTests/PossessionProofTests.swift", line: 64, column: 4),
  parameters: [(firstName: "header",secondName: nil,type: (String).self),(firstName: "claims",secondName: nil,type: (String).self)],
  testFunction: $s14WireModelTests015PossessionProofC0V6faults4TestfMp_15a6207d1c50b514ffMu_
)
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private static nonisolated let $s14WireModelTests015PossessionProofC0V6faults4TestfMp_23accessora6207d1c50b514ffMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s14WireModelTests015PossessionProofC0V6faults4TestfMp_24generatora6207d1c50b514ffMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated static let $s14WireModelTests015PossessionProofC0V6faults4TestfMp_32testContentRecorda6207d1c50b514ffMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s14WireModelTests015PossessionProofC0V6faults4TestfMp_23accessora6207d1c50b514ffMu_($0, $1, $2, $3) },
  0b10,
  0
)

// original-source-range: /work/main/Tests/WireModelTests/PossessionProofTests.swift:102:4-102:4
