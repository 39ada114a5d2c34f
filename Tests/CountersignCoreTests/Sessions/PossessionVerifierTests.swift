import CountersignCore
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Proofs of possession, as they are verified")
struct PossessionVerifierTests {
  @Test("a proof of its request is its key's")
  func right() async throws {
    let stage = try await Stage()
    #expect(try stage.verify(nonce: stage.nonce).thumbprint == stage.key.thumbprint)
    // A query, a fragment and a wrong clock of the device change nothing.
    let proof = try stage.proof { claims in
      claims.address += "?which=others#end"
      claims.issuedAtSeconds = 4_000_000_000
    }
    #expect(try stage.verifier.verify(proof, for: Stage.request).thumbprint == stage.key.thumbprint)
  }

  @Test(
    "an address in another spelling is the same request's",
    arguments: [
      "HTTP://LOCALHOST:8080/sessions", "http://localhost:8080/x/../sessions",
      "http://localhost:8080/%73essions",
    ])
  func spellings(address: String) async throws {
    let stage = try await Stage()
    let proof = try stage.proof { $0.address = address }
    #expect(throws: Never.self) { try stage.verifier.verify(proof, for: Stage.request) }
  }

  @Test(
    "a request whose path has another spelling takes the proof of the same address",
    arguments: ["/%73essions", "/x/../sessions", "/./sessions"])
  func requestSpellings(path: String) async throws {
    let stage = try await Stage()
    let request = ProvedRequest(method: "DELETE", path: path, accessToken: SecretText("token"))
    let proof = try stage.proof { _ in }
    #expect(throws: Never.self) { try stage.verifier.verify(proof, for: request) }
  }

  // Holds: RFC 9449
  @Test(
    "one claim that does not fit the request is refused",
    arguments: [
      { $0.method = "GET" }, { $0.method = "delete" }, { $0.address += "/current" },
      { $0.address = "http://localhost:8081/sessions" },
      { $0.address = "https://localhost:8080/sessions" },
      { $0.address = "http://localhost/sessions" }, { $0.address = "http://localhost:8080/%zz" },
      { $0.address = "http://localhost:8080/sessions/" },
      { $0.address = "http://localhost:8080.evil.example/sessions" },
      { $0.address = "http://localhost:8080@evil.example/sessions" },
      { $0.address = "http://localhost:8080/auth/sessions" }, { $0.address = "/sessions" },
      { $0.address = "ios:bundle-id:com.example.pay/sessions" }, { $0.accessTokenHash = nil },
      { $0.accessTokenHash = "AAAA" }, { $0.accessTokenHash? += "=" },
    ] as [@Sendable (inout PossessionProof.Claims) -> Void])
  func wrong(change: @Sendable (inout PossessionProof.Claims) -> Void) async throws {
    let stage = try await Stage()
    let proof = try stage.proof(change)
    let refusal = #expect(throws: Refusal.self) {
      try stage.verifier.verify(proof, for: Stage.request)
    }
    #expect(refusal?.reason == .invalidPossessionProof)
  }

  @Test("a proof for a request with a token is none for one without")
  func withoutToken() async throws {
    let stage = try await Stage()
    let request = ProvedRequest(method: "DELETE", path: "/sessions", accessToken: nil)
    let refusal = #expect(throws: Refusal.self) {
      try stage.verifier.verify(try stage.proof { _ in }, for: request)
    }
    #expect(refusal?.reason == .invalidPossessionProof)
  }

  @Test("a signature of another key, and a key that is no point of the curve, are refused")
  func signatures() async throws {
    let stage = try await Stage()
    let claims = try PossessionProof(parsing: stage.proof { _ in }).claims
    let other = try TestSessionKey()
    let foreign = try PossessionProof.text(of: claims, by: stage.key.publicKey) {
      try other.signature(over: $0)
    }
    let point = try #require(
      PossessionKey(x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 1, count: 32)))
    let pointless = try PossessionProof.text(of: claims, by: point) {
      try stage.key.signature(over: $0)
    }
    for text in [foreign, pointless, "", "a.b.c"] {
      let refusal = #expect(throws: Refusal.self) {
        try stage.verifier.verify(text, for: Stage.request)
      }
      #expect(refusal?.reason == .invalidPossessionProof)
    }
  }

  // Holds: RFC 9449
  @Test("a nonce is good for two to four minutes, and on every node of one keyring")
  func nonces() async throws {
    let stage = try await Stage()
    // To the begin of a window.
    let past = stage.harness.clock.now().milliseconds % 120_000
    stage.harness.clock.advance(milliseconds: 120_000 - past)
    let nonce = stage.nonce
    stage.harness.clock.advance(milliseconds: 239_999)
    #expect(stage.nonce != nonce)
    #expect(throws: Never.self) { try stage.verify(nonce: nonce) }
    let node = try await ServiceHarness(keyring: stage.harness.keyring, clock: stage.harness.clock)
    #expect(node.service.possession.nonce == stage.nonce)
    stage.harness.clock.advance(milliseconds: 1)
    let refusal = #expect(throws: Refusal.self) { try stage.verify(nonce: nonce) }
    #expect(refusal?.reason == .possessionNonceRequired)
    #expect(try await ServiceHarness().service.possession.nonce != stage.nonce)
  }

  // Holds: keys
  @Test("a nonce from before a rotation is taken after it, and none from before two")
  func rotated() async throws {
    let before = try await Stage()
    let now = before.harness.clock.now()
    let once = try before.harness.keyring.rotated(at: now).keyring
    let after = try await Stage(keyring: once)
    #expect(after.nonce != before.nonce)
    #expect(throws: Never.self) { try after.verify(nonce: before.nonce) }
    let later = try await Stage(keyring: once.rotated(at: now).keyring)
    #expect(throws: Never.self) { try later.verify(nonce: after.nonce) }
    let refusal = #expect(throws: Refusal.self) { try later.verify(nonce: before.nonce) }
    #expect(refusal?.reason == .possessionNonceRequired)
  }

  @Test("a nonce of the window to come is refused, as is none")
  func otherNonces() async throws {
    let stage = try await Stage()
    let before = stage.nonce
    stage.harness.clock.advance(seconds: 120)
    let next = stage.nonce
    stage.harness.clock.advance(seconds: -120)
    #expect(stage.nonce == before)
    for nonce in [next, "", nil] {
      let refusal = #expect(throws: Refusal.self) { try stage.verify(nonce: nonce) }
      #expect(refusal?.reason == .possessionNonceRequired)
    }
  }

  private struct Stage {
    let harness: ServiceHarness
    let key: TestSessionKey
    static let request = ProvedRequest(
      method: "DELETE", path: "/sessions", accessToken: SecretText("token"))

    init(keyring: Keyring = .generated()) async throws {
      harness = try await ServiceHarness(
        keyring: keyring, appOrigins: ["ios:bundle-id:com.example.pay"])
      key = try TestSessionKey()
    }

    var verifier: PossessionVerifier { harness.service.possession }
    var nonce: String { verifier.nonce }

    func proof(
      _ change: (inout PossessionProof.Claims) -> Void
    ) throws -> String {
      try key.proof(
        for: WireRequest(.endSessions, accessToken: "token"), nonce: nonce, change: change)
    }

    @discardableResult
    func verify(nonce: String?) throws -> ProvedKey {
      try verifier.verify(try proof { $0.nonce = nonce }, for: Self.request)
    }
  }
}
