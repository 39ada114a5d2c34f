import CountersignClient
import CountersignCore
import CountersignDevice
import CountersignTesting
import CountersignTransport
import Testing
import WebAuthnModel
import WireModel

@Suite("Attack 11: sessions have no absolute end; tokens do not change and are bound to nothing")
struct StolenTokenTests {
  // Holds: RFC 9449
  @Test("a token that was read on its way is good for nothing without its key")
  func withoutKey() async throws {
    try await VictimStage.run { stage in
      // As Bearer, and as DPoP without a proof or with another key's.
      #expect(try await stage.refusal(stage.request(.sessions)) == .invalidPossessionProof)
      let nonce = stage.nonce
      let thief = try TestSessionKey()
      let stolen = try thief.proved(stage.request(.sessions), nonce: nonce)
      #expect(try await stage.refusal(stolen) == .invalidPossessionProof)
      var unproved = stage.request(.sessions)
      unproved.possessionProof = "none"
      #expect(try await stage.refusal(unproved) == .invalidPossessionProof)
      // The key alone is good for it.
      #expect(try await stage.status(stage.proved(.sessions)) == 200)
    }
  }

  // Holds: RFC 9449
  @Test("a proof that was read on its way is good for no other request")
  func otherRequest() async throws {
    try await VictimStage.run { stage in
      let proof = try stage.proved(.sessions)
      #expect(try await stage.status(proof) == 200)
      for route in [Route.endSessions, .secondFactor, .devices, .transactionEvents] {
        var other = stage.request(route, query: route == .endSessions ? ["which": "others"] : [:])
        other.possessionProof = proof.possessionProof
        #expect(try await stage.refusal(other) == .invalidPossessionProof, "\(route)")
      }
      // Another method at the same path, and another session's token.
      var end = stage.request(.endSession)
      end.possessionProof = try stage.key.proof(
        for: stage.request(.endSession), nonce: stage.nonce
      ) { $0.method = "GET" }
      #expect(try await stage.refusal(end) == .invalidPossessionProof)
      let other = try await stage.open(boundTo: nil)
      var moved = WireRequest(.sessions, accessToken: other)
      moved.possessionProof = proof.possessionProof
      #expect(try await stage.refusal(moved) == .invalidPossessionProof)
    }
  }

  @Test("an old proof is refused, and the next nonce comes with the refusal")
  func oldNonce() async throws {
    try await VictimStage.run { stage in
      let old = try stage.proved(.sessions)
      stage.harness.clock.advance(seconds: 119)
      #expect(try await stage.status(old) == 200)
      stage.harness.clock.advance(seconds: 121)
      let refused = try await stage.send(old)
      #expect(try Problem(json: refused.body ?? .null).reason == .possessionNonceRequired)
      let nonce = try #require(refused.possessionNonce)
      let again = try stage.key.proved(stage.request(.sessions), nonce: nonce)
      #expect(try await stage.status(again) == 200)
      // A nonce that the server has not given is no nonce.
      for forged in ["", "AAAAAAAAAAAAAAAAAAAAAA", nil] as [String?] {
        let request = try stage.key.proved(stage.request(.sessions), nonce: forged)
        #expect(try await stage.refusal(request) == .possessionNonceRequired)
      }
    }
  }

  // Holds: session end
  @Test("a session that is used each minute is over after 12 hours")
  func absoluteEnd() async throws {
    try await VictimStage.run { stage in
      for minute in 1..<(12 * 60) {
        stage.harness.clock.advance(seconds: 60)
        let answer = try await stage.sendProved(.sessions)
        try #require(answer.status == 200, "over after \(minute) minutes")
      }
      stage.harness.clock.advance(seconds: 60)
      let over = try await stage.sendProved(.sessions)
      #expect(try Problem(json: over.body ?? .null).reason == .sessionRequired)
    }
  }

  // Holds: RFC 9449
  @Test("whoever swaps the key on the way to a sign-in is found out by the app and by the server")
  func swappedKey() async throws {
    try await VictimStage.run { stage in
      let device = try await stage.enrolDevice(pin: "258036")
      let thief = try TestSessionKey()
      // The thief's key in the options: the document that the app is about to sign names it.
      let options = try await stage.signInOptions(of: device, key: thief)
      #expect(options.document["sessionKey"] == .reference(thief.thumbprint.text))
      #expect(options.document["sessionKey"] != .reference(stage.key.thumbprint.text))
      // The thief's key at the end: it is another than was signed.
      let signed = try await stage.signInOptions(of: device, key: stage.key)
      let body = SessionRequest.pinProof(
        try device.pinProof("258036", over: signed.pinChallenge)
      ).json
      let open = WireRequest(.openSession, body: body)
      let swapped = try thief.proved(open, nonce: stage.nonce)
      #expect(try await stage.refusal(swapped) == .transactionMismatch)
      // Nor can the proof be left out, for a token that is bound to nothing.
      #expect(try await stage.refusal(open) == .transactionMismatch)
    }
  }
}

/// A person with a session that is bound to a key, at a running server.
private final class VictimStage: Sendable {
  let harness: ServiceHarness
  let key: TestSessionKey
  let accessToken: String
  let nonce: String
  private let transport: WatchedTransport

  static func run(_ body: (VictimStage) async throws -> Void) async throws {
    let harness = try await ServiceHarness()
    try await withServer(harness) { port in
      guard let address = ServerAddress("http://localhost:\(port)") else {
        throw HarnessError.unusableOrigin
      }
      let transport = HTTPTransport(address: address)
      do {
        try await body(try await VictimStage(harness, WatchedTransport(transport, harness.watch)))
      } catch {
        await transport.shutdown()
        throw error
      }
      await transport.shutdown()
    }
  }

  private init(_ harness: ServiceHarness, _ transport: WatchedTransport) async throws {
    (self.harness, self.transport, key) = (harness, transport, try TestSessionKey())
    let options = WireRequest(.sessionOptions)
    let refused = try await transport.send(try key.proved(options, nonce: nil))
    nonce = try #require(refused.possessionNonce)
    accessToken = try await Self.open(harness, transport, key, nonce)
  }

  /// Opens another session of the same person.
  func open(boundTo key: TestSessionKey?) async throws -> String {
    try await Self.open(harness, transport, key, nonce)
  }

  private static func open(
    _ harness: ServiceHarness, _ transport: WatchedTransport, _ key: TestSessionKey?,
    _ nonce: String
  ) async throws -> String {
    let ada = SignUpRequest(userName: "ada@example.com", displayName: "Ada")
    let signUp = try await transport.send(WireRequest(.signUp, body: ada.json))
    let request = try CodeRequestAnswer(json: signUp.body ?? .null).codeRequest
    let body = SessionRequest.code(
      codeRequest: request, validateCode: try await harness.newestCode(to: "ada@example.com"))
    let open = WireRequest(.openSession, body: body.json)
    let opened = try await transport.send(try key?.proved(open, nonce: nonce) ?? open)
    let session = try SessionAnswer(json: opened.body ?? .null)
    #expect(session.tokenType == (key == nil ? .bearer : .dpop))
    return session.accessToken.exposed
  }

  func request(_ route: Route, query: [String: String] = [:]) -> WireRequest {
    WireRequest(route, query: query, accessToken: accessToken)
  }

  func proved(_ route: Route) throws -> WireRequest {
    try key.proved(request(route), nonce: nonce)
  }

  func send(_ request: WireRequest) async throws -> WireResponse {
    try await transport.send(request)
  }

  /// Sends a request with a proof, once more where the nonce is too old.
  func sendProved(_ route: Route) async throws -> WireResponse {
    let first = try await send(proved(route))
    guard first.status == 401, let nonce = first.possessionNonce else { return first }
    return try await send(try key.proved(request(route), nonce: nonce))
  }

  func status(_ request: WireRequest) async throws -> Int { try await send(request).status }

  /// Why a request is refused; nil if it is not.
  func refusal(_ request: WireRequest) async throws -> Reason? {
    let answer = try await send(request)
    guard answer.status >= 400 else { return nil }
    return try Problem(json: answer.body ?? .null).reason
  }

  /// A device with a PIN, as the account's first factor.
  func enrolDevice(pin: String) async throws -> TestDevice {
    let session = try await harness.signUp()
    return try await harness.registerDevice(session, pin: pin)
  }

  func signInOptions(of device: TestDevice, key: TestSessionKey) async throws -> SessionOptions {
    let request = WireRequest(
      .sessionOptions, body: SessionOptionsRequest(deviceID: device.id).json)
    let answer = try await send(try key.proved(request, nonce: nonce))
    return try SessionOptions(json: answer.body ?? .null)
  }
}
