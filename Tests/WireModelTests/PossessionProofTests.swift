import Crypto
import Testing
import WebAuthnModel
import WireModel

@Suite("Proofs of possession, as they are read")
struct PossessionProofTests {
  /// RFC 9449, figure 2: a proof for the request of a token.
  private static let forToken =
    """
    eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNo\
    UklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERW\
    clUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh\
    0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8\
    v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
    """
  /// RFC 9449, figure 12: a proof for a protected resource.
  private static let forResource =
    """
    eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNo\
    UklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERW\
    clUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR\
    1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCw\
    iYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-E\
    y71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA
    """

  // Holds: RFC 9449
  @Test(
    "reads RFC 9449's example proofs, whose signatures verify", arguments: [forToken, forResource])
  func published(text: String) throws {
    let proof = try PossessionProof(parsing: text)
    let key = try P256.Signing.PublicKey(x963Representation: proof.key.x963Representation)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: proof.signature)
    #expect(key.isValidSignature(signature, for: proof.signedBytes))
    // RFC 9449, section 6.1: the thumbprint of this key (RFC 7638).
    let thumbprint = KeyThumbprint(
      sha256: Array(SHA256.hash(data: proof.key.thumbprintInput)))
    #expect(thumbprint?.text == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  @Test("reads the claims of RFC 9449's example proofs")
  func publishedClaims() throws {
    let token = try PossessionProof(parsing: Self.forToken).claims
    #expect(
      token
        == PossessionProof.Claims(
          id: "-BwC3ESc6acc2lTc", method: "POST", address: "https://server.example.com/token",
          issuedAtSeconds: 1_562_262_616))
    let resource = try PossessionProof(parsing: Self.forResource).claims
    let accessToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
    let hash = Base64URL.encode(Array(SHA256.hash(data: Array(accessToken.utf8))))
    #expect(resource.accessTokenHash == hash && resource.method == "GET")
  }

  @Test("reads what it has written")
  func roundTrip() throws {
    let (key, claims) = (try Self.key(), Self.claims)
    let text = PossessionProof.text(of: claims, by: key) { _ in [UInt8](repeating: 7, count: 64) }
    let proof = try PossessionProof(parsing: text)
    #expect(proof.claims == claims && proof.key == key)
    #expect(text.hasPrefix(String(decoding: proof.signedBytes, as: UTF8.self) + "."))
  }

  @Test(
    "one fault in the header, the claims or the form is one refusal",
    arguments: [
      (#"{"typ":"JWT","alg":"ES256","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"none","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"HS256","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"ES384","jwk":KEY}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"ES256"}"#, claimsText),
      (#"{"typ":"dpop+jwt","alg":"ES256","jwk":KEY,"crit":["b64"],"b64":false}"#, claimsText),
      (#"{"typ":"dpop+jwt","typ":"dpop+jwt","alg":"ES256","jwk":KEY}"#, claimsText),
      (header(#"{"kty":"EC","crv":"P-256","x":"X","y":"Y","d":"X"}"#), claimsText),
      (header(#"{"kty":"EC","crv":"P-256","x":"X","y":"Y","d":null}"#), claimsText),
      (header(#"{"kty":"EC","crv":"P-384","x":"X","y":"Y"}"#), claimsText),
      (header(#"{"kty":"RSA","crv":"P-256","x":"X","y":"Y"}"#), claimsText),
      (header(#"{"kty":"EC","crv":"P-256","x":"AA","y":"Y"}"#), claimsText),
      (header(#"{"kty":"EC","crv":"P-256","x":"X=","y":"Y"}"#), claimsText),
      (header("KEY"), #"{"htm":"GET","htu":"https://a.example/","iat":1}"#),
      (header("KEY"), #"{"jti":"1","htu":"https://a.example/","iat":1}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","iat":1}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","htu":"https://a.example/"}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","htu":7,"iat":1}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","htu":"https://a.example/","iat":"1"}"#),
      (header("KEY"), #"{"jti":"1","htm":"GET","htu":"https://a.example/","iat":1e999}"#),
      (header("KEY"), "[]"), (header("KEY"), "{"), ("", claimsText),
    ])
  func faults(header: String, claims: String) throws {
    // The same without the fault is read.
    #expect(throws: Never.self) {
      try PossessionProof(parsing: Self.text(Self.header("KEY"), Self.claimsText))
    }
    #expect(throws: PossessionProofError.self) {
      try PossessionProof(parsing: Self.text(header, claims))
    }
  }

  // Holds: RFC 9449
  @Test(
    "members that are not known are ignored, and a fraction of a second is left out",
    arguments: [
      (#"{"typ":"dpop+jwt","alg":"ES256","jwk":KEY,"kid":"1"}"#, "1"),
      (header(#"{"kty":"EC","crv":"P-256","x":"X","y":"Y","key_ops":["verify"],"ext":true}"#), "1"),
      (header(#"{"kty":"EC","crv":"P-256","x":"X","y":"Y","kid":"1","use":"sig"}"#), "1"),
      (header("KEY"), "1.0"), (header("KEY"), "1.75"), (header("KEY"), "1e0"),
    ])
  func others(header: String, issuedAt: String) throws {
    let claims = Self.claimsText.replacing(#""iat":1"#, with: #""iat":\#(issuedAt),"exp":9"#)
    let proof = try PossessionProof(parsing: Self.text(header, claims))
    #expect(proof.claims.issuedAtSeconds == 1)
    #expect(try proof.key == Self.key())
  }

  // Holds: RFC 9449
  @Test("an address is compared in its normal form")
  func addresses() {
    for (text, normal) in [
      ("HTTPS://Pay.Example.com:443/a", "https://pay.example.com/a"),
      ("http://localhost:80", "http://localhost/"), ("http://localhost:/", "http://localhost/"),
      ("http://localhost:8080/a?b#c", "http://localhost:8080/a"),
      ("https://a.example/%7Eb/%e2%2f", "https://a.example/~b/%E2%2F"),
      ("https://a.example/./a/../b/", "https://a.example/b/"),
      ("https://a.example/a/..", "https://a.example/"),
      ("https://a.example/A", "https://a.example/A"),
      ("https://a.example:80/", "https://a.example:80/"),
      ("https://a.example//b", "https://a.example//b"),
      ("ftp://a.example/", nil), ("/a", nil), ("https:///a", nil), ("https://a.example/%zz", nil),
      ("https://a.example/%2", nil), ("", nil),
    ] {
      #expect(PossessionProof.normalAddress(text) == normal, "\(text)")
    }
  }

  @Test(
    "a web origin is in its normal form as it is read",
    arguments: [
      "https://pay.example.com", "https://pay.example.com:8443", "https://a_b.example",
      "http://localhost:8080", "http://127.0.0.1", "http://[::1]:3000", "https://[2001:db8::1]",
    ])
  func origins(text: String) throws {
    let origin = try #require(Origin(text))
    #expect(PossessionProof.normalAddress(origin.text + "/a") == origin.text + "/a")
  }

  @Test("a path is compared in its normal form")
  func paths() {
    for (text, normal) in [
      ("", "/"), ("/", "/"), ("/sessions", "/sessions"), ("/%73essions/", "/sessions/"),
      ("/auth/../sessions", "/sessions"), ("/a/%2e%2e/b", "/b"), ("/%zz", nil),
    ] {
      #expect(PossessionProof.normalPath(text) == normal, "\(text)")
    }
  }

  @Test("refuses another spelling, another number of parts, and a long text")
  func form() throws {
    let right = PossessionProof.text(of: Self.claims, by: try Self.key()) { _ in
      [UInt8](repeating: 7, count: 64)
    }
    let long = PossessionProof.text(
      of: Self.claims(address: String(repeating: "a", count: 2048)), by: try Self.key()
    ) { _ in [UInt8](repeating: 7, count: 64) }
    let short = PossessionProof.text(of: Self.claims, by: try Self.key()) { _ in [7] }
    let wrong = [
      "", ".", "..", right + ".", right + "=", right + " ", " " + right, "a." + right,
      right.replacing(".", with: "", maxReplacements: 1), String(right.dropLast()), long, short,
    ]
    for text in wrong {
      #expect(throws: PossessionProofError.self) { try PossessionProof(parsing: text) }
    }
  }

  @Test("a thumbprint is 32 bytes in their one spelling")
  func thumbprints() {
    let text = Base64URL.encode([UInt8](repeating: 255, count: 32))
    #expect(KeyThumbprint(text)?.text == text)
    #expect(KeyThumbprint(text + "=") == nil && KeyThumbprint(String(text.dropLast())) == nil)
    #expect(KeyThumbprint(text.replacing("_", with: "/")) == nil)
    #expect(KeyThumbprint(sha256: [1]) == nil)
  }

  /// A proof of these parts, with the test's key in place of KEY, X and Y.
  private static func text(_ header: String, _ claims: String) throws -> String {
    let (x, y) = (Base64URL.encode(try key().x), Base64URL.encode(try key().y))
    let whole = header.replacing("KEY", with: #"{"kty":"EC","crv":"P-256","x":"X","y":"Y"}"#)
      .replacing(#""X"#, with: "\"" + x).replacing(#""Y"#, with: "\"" + y)
    return [Array(whole.utf8), Array(claims.utf8), [UInt8](repeating: 7, count: 64)]
      .map { Base64URL.encode($0) }.joined(separator: ".")
  }

  private static let claimsText = #"{"jti":"1","htm":"GET","htu":"https://a.example/","iat":1}"#

  private static func header(_ key: String) -> String {
    #"{"typ":"dpop+jwt","alg":"ES256","jwk":KEY}"#.replacing("KEY", with: key)
  }

  private static let claims = claims(address: "https://pay.example.com/sessions")

  private static func claims(address: String) -> PossessionProof.Claims {
    PossessionProof.Claims(
      id: "1", method: "GET", address: address, issuedAtSeconds: 1, accessTokenHash: "hash",
      nonce: "nonce")
  }

  private static func key() throws -> PossessionKey {
    try #require(
      PossessionKey(x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 2, count: 32)))
  }
}
