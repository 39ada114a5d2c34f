import CountersignCore
import CountersignHTTP
import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("Sessions whose tokens are bound to a key", .timeLimit(.minutes(5)))
struct BoundSessionTests {
  @Test("options need no nonce, which a new process has not got; what opens a session does")
  func firstNonce() async throws {
    let app = try await BoundApp()
    let asked = WireRequest(.sessionOptions)
    let options = try await app.server.send(try app.key.proved(asked, nonce: nil))
    #expect(options.status == 200)
    #expect(options.possessionNonce == app.nonce)
    let opening = WireRequest(
      .openSession,
      body: SessionRequest.code(codeRequest: "cod_1", validateCode: SecretText("012345")).json)
    let refused = try await app.server.send(try app.key.proved(opening, nonce: nil))
    #expect(try Problem(json: refused.body ?? .null).reason == .possessionNonceRequired)
  }

  @Test("what proves no possession is a 401 that says how to prove it")
  func challenges() async throws {
    let app = try await BoundApp()
    try await app.open()
    let token = try app.token()
    let refused: [([(name: String, value: String)], Reason)] = [
      ([("Authorization", "Bearer \(token)")], .invalidPossessionProof),
      ([("Authorization", "DPoP \(token)")], .invalidPossessionProof),
      (
        [("Authorization", "DPoP \(token)"), ("DPoP", try app.proof(nonce: nil))],
        .possessionNonceRequired
      ),
      (
        [
          ("Authorization", "DPoP \(token)"), ("DPoP", try app.proof(nonce: app.nonce)),
          ("DPoP", try app.proof(nonce: app.nonce)),
        ], .invalidPossessionProof
      ),
    ]
    for (fields, reason) in refused {
      let answer = try await app.server.transport.send(
        RawRequest(method: "GET", target: "/sessions", fields: fields))
      #expect(answer.status == 401)
      #expect(
        answer.field("WWW-Authenticate")
          == #"DPoP realm="countersign", error="\#(reason)", algs="ES256""#)
      #expect(answer.field("DPoP-Nonce") == app.nonce)
      #expect(try Problem(json: JSONValue(parsing: answer.body)).reason == reason)
    }
    // The nonce comes with each answer, of whatever status.
    let good = try await app.send(WireRequest(.sessions, accessToken: token))
    #expect(good.status == 200 && good.possessionNonce == app.nonce)
    let ended = try await app.send(WireRequest(.endSession, accessToken: token))
    #expect(ended.status == 204 && ended.possessionNonce == app.nonce)
    let over = try await app.send(WireRequest(.sessions, accessToken: token))
    #expect(over.status == 401 && over.possessionNonce == app.nonce)
    #expect(try Problem(json: over.body ?? .null).reason == .sessionRequired)
  }

  @Test("an unbound token stays a bearer token, and no other kind of credential is proved")
  func unbound() async throws {
    let app = try await BoundApp()
    let bearer = try await app.server.signUp()
    #expect(try await app.server.send(WireRequest(.sessions, accessToken: bearer)).status == 200)
    let proved = try await app.send(WireRequest(.sessions, accessToken: bearer))
    #expect(try Problem(json: proved.body ?? .null).reason == .invalidPossessionProof)
    // A page's cookie is bound to no key: it is not given to whoever proves one.
    let page = try await app.server.transport.send(
      RawRequest(
        method: "POST", target: "/sessions",
        fields: [
          ("X-Countersign-Page", "1"), ("Origin", ServiceHarness.originText),
          ("DPoP", try app.proof(nonce: app.nonce)),
        ]))
    #expect(page.status == 400)
    // A host's key is a bearer token.
    let key = try await app.server.serviceKey([.sessions])
    let host = try await app.server.transport.send(
      RawRequest(
        method: "POST", target: "/service/introspect",
        fields: [("Authorization", "DPoP \(key)"), ("Content-Type", "application/json")],
        body: Array(#"{"token":"t"}"#.utf8)))
    #expect(try Problem(json: JSONValue(parsing: host.body)).reason == .serviceKeyRequired)
  }

  @Test("a host that looks a bound token up is told its key")
  func introspection() async throws {
    let app = try await BoundApp()
    try await app.open()
    // Of an account that the host made.
    _ = try await app.server.harness.store.write {
      try $0.execute("UPDATE accounts SET host_id = ?", [.text(HostID.default.text)])
    }
    let answer = try await app.server.send(
      WireRequest(
        .introspect, accessToken: try await app.server.serviceKey([.sessions]),
        body: IntrospectionRequest(token: SecretText(try app.token())).json))
    guard case .active(let session) = try IntrospectionAnswer(json: answer.body ?? .null) else {
      Issue.record("the session is over")
      return
    }
    #expect(session.key == app.key.thumbprint)
  }

  @Test("an assertion and a PIN open a session with the key that they were signed for alone")
  func signedKey() async throws {
    let app = try await BoundApp()
    let device = try await app.enrolDevice()
    let token = try await app.server.signUp("grace@example.com")
    let authenticator = try await ServerHarness.registerKey(
      token, app.server.harness, to: "grace@example.com", app.server.send)
    let session = try await app.server.harness.service.sessions.authenticate(
      SecretText(token), activity: .background
    ).get()
    let grace = UserHandle(Array(session.accountID.text.utf8))
    let other = try TestSessionKey()
    for language in [nil, "de"] as [String?] {
      func bodies(_ key: TestSessionKey?) async throws -> [JSONValue] {
        let pin = try await app.options(device.id, key, language)
        let passkey = try await app.options(nil, key, language)
        let named = key.map { Document.Value.reference($0.thumbprint.text) }
        #expect(pin.document["sessionKey"] == named && passkey.document["sessionKey"] == named)
        return [
          SessionRequest.pinProof(try device.pinProof("258036", over: pin.pinChallenge)).json,
          SessionRequest.assertion(
            try authenticator.assert(challenge: passkey.options.challenge, userHandle: grace)
          ).json,
        ]
      }
      for (signed, opening) in [(app.key, other), (nil, other), (other, nil)] {
        for body in try await bodies(signed) {
          let reason = try await app.reason(WireRequest(.openSession, body: body), by: opening)
          #expect(reason == .transactionMismatch)
        }
      }
      for key in [app.key, nil] {
        for body in try await bodies(key) {
          let answer = try await app.send(WireRequest(.openSession, body: body), by: key)
          let session = try SessionAnswer(json: answer.body ?? .null)
          #expect(session.tokenType == (key == nil ? .bearer : .dpop))
        }
      }
    }
  }

  // Holds: RFC 9449
  @Test("after a restart the session's device signs the next key, and the one before is over")
  func renewedKey() async throws {
    let app = try await BoundApp()
    let device = try await app.enrolDevice()
    let pinned = try await app.options(device.id, app.key)
    try await app.open(.pinProof(device.pinProof("258036", over: pinned.pinChallenge)))
    let next = try TestSessionKey()
    let renewal = try await app.renewal(by: device, to: next)
    #expect(try await app.reason(renewal, by: nil) == .invalidPossessionProof)
    #expect(try await app.reason(renewal, by: app.key) == .transactionMismatch)
    #expect(try await app.send(renewal, by: next).status == 204)
    // Again, as where the answer was lost.
    #expect(try await app.send(renewal, by: next).status == 204)
    let sessions = WireRequest(.sessions, accessToken: try app.token())
    #expect(try await app.send(sessions, by: next).status == 200)
    #expect(try await app.reason(sessions, by: app.key) == .invalidPossessionProof)
    // Of a challenge whose time is over, nothing is signed for.
    app.server.harness.clock.advance(seconds: 91)
    #expect(try await app.reason(renewal, by: next) == .challengeExpired)
  }

  @Test("no other device, no other account and no signature of a sign-in renews a session's key")
  func renewedByOthers() async throws {
    let app = try await BoundApp()
    let device = try await app.enrolDevice()
    let pinned = try await app.options(device.id, app.key)
    try await app.open(.pinProof(device.pinProof("258036", over: pinned.pinChallenge)))
    let thief = try TestSessionKey()
    let (other, _) = try await app.server.enrolledDevice(
      pin: "258036", entitledBy: (device, app.loose(by: device)))
    #expect(
      try await app.reason(app.renewal(by: other, to: thief), by: thief) == .sessionRequired)
    // Another key's signature under the device's name.
    var forged = try TestDevice()
    forged.id = device.id
    #expect(
      try await app.reason(app.renewal(by: forged, to: thief), by: thief) == .verificationFailed)
    // A session without a key, and one without a device, get none.
    for token in [try await app.loose(by: device), try await app.server.signUp()] {
      let renewal = try await app.renewal(by: device, to: thief, of: token)
      #expect(try await app.reason(renewal, by: thief) == .sessionRequired)
    }
    app.server.harness.clock.advance(seconds: 300)
    #expect(
      try await app.reason(app.renewal(by: device, to: thief), by: thief) == .sessionRequired)
  }

  @Test("a renewed key makes no session last longer")
  func renewalIsNoActivity() async throws {
    let app = try await BoundApp()
    let device = try await app.enrolDevice()
    let pinned = try await app.options(device.id, app.key)
    try await app.open(.pinProof(device.pinProof("258036", over: pinned.pinChallenge)))
    app.server.harness.clock.advance(seconds: 200)
    #expect(try await app.send(app.renewal(by: device, to: app.key)).status == 204)
    app.server.harness.clock.advance(seconds: 100)
    let sessions = WireRequest(.sessions, accessToken: try app.token())
    #expect(try await app.reason(sessions) == .sessionRequired)
  }

  @Test("a device that is enrolled signs the key of its session with the link")
  func enrolment() async throws {
    let app = try await BoundApp()
    let other = try TestSessionKey()
    func link() async throws -> String {
      try await app.server.harness.service.linkIssuer.make(
        SessionLinkRequest(type: .enrol, userName: "ada@example.com", displayName: "Ada"),
        from: .local, mandate: .anyFactor
      ).get().id
    }
    func confirmation(_ id: String, _ key: TestSessionKey?) throws -> WireRequest {
      let context = DeviceStatement.enrolmentContext(of: id, boundTo: key?.thumbprint)
      let device = try TestDevice().registration(for: context, pin: "258036")
      return WireRequest(
        .confirmLink, parameters: ["id": id],
        body: LinkConfirmation.enrol(device, registration: nil, .nothing).json)
    }
    for (signed, proved) in [(app.key, other), (app.key, nil), (nil, app.key)] {
      let id = try await link()
      #expect(
        try await app.reason(confirmation(id, signed), by: proved) == .verificationFailed)
    }
    let id = try await link()
    let request = try confirmation(id, app.key)
    let first = try LinkConfirmed(json: try await app.send(request).body ?? .null).session
    #expect(first?.tokenType == .dpop)
    // The same again gives another token to the same key, and to no other.
    let again = try LinkConfirmed(json: try await app.send(request).body ?? .null).session
    #expect(again?.tokenType == .dpop && again?.accessToken != first?.accessToken)
    for key in [other, nil] { #expect(try await app.reason(request, by: key) == .linkOver) }
    let sessions = WireRequest(.sessions, accessToken: again?.accessToken.exposed)
    #expect(try await app.send(sessions).status == 200)
  }

  @Test("a login by link is collected for the key that proves itself, again for that alone")
  func collected() async throws {
    let app = try await BoundApp()
    let phone = try await app.server.enrolledPhone()
    let link = try await app.server.loginLink()
    #expect(try await app.server.confirmLogin(phone, link).status == 200)
    let collect = WireRequest(
      .collectLink, parameters: ["id": link.id], watchSecret: link.watchSecret.exposed)
    let first = try SessionAnswer(json: try await app.send(collect).body ?? .null)
    #expect(first.tokenType == .dpop)
    for key in [try TestSessionKey(), nil] {
      #expect(try await app.reason(collect, by: key) == .linkOver)
    }
    let again = try SessionAnswer(json: try await app.send(collect).body ?? .null)
    #expect(again.tokenType == .dpop && again.accessToken != first.accessToken)
  }

  // Holds: RFC 9449
  @Test("a stream of a bound session ends after its time, for another proof; others go on")
  func stream() async throws {
    let app = try await BoundApp {
      $0.eventTiming.proved = .milliseconds(20)
      $0.eventTiming.poll = .milliseconds(10)
    }
    try await app.open()
    let request = WireRequest(.transactionEvents, accessToken: try app.token())
    var unbound = try await app.server.listen(try await app.server.signUp())
    for _ in 0..<2 {
      let proved = try app.key.proved(request, nonce: app.nonce)
      var listener = EventListener(try await app.server.transport.stream(proved))
      #expect(listener.response.status == 200)
      #expect(try await listener.next() == nil)
    }
    #expect(try await app.server.transport.stream(request).status == 401)
    let review = try await app.server.harness.review()
    let event = try #require(try await unbound.next())
    #expect(try TransactionAnswer(json: event.data).forHost == review)
  }

  @Test("the address that is proved has the path that apps see, whatever a proxy makes of it")
  func prefix() async throws {
    let app = try await BoundApp { $0.prefix = try? PathPrefix("/pay/auth") }
    let request = WireRequest(.sessionOptions)
    func status(at server: String) async throws -> Int {
      try await app.server.send(app.key.proved(request, nonce: app.nonce, at: server)).status
    }
    #expect(try await status(at: ServiceHarness.originText + "/pay/auth") == 200)
    for wrong in ["", "/pay", "/auth", "/pay/auth/"] {
      #expect(try await status(at: ServiceHarness.originText + wrong) == 401)
    }
    // The Host of the request is nobody's word for where it went.
    let proof = try app.key.proof(for: request, nonce: app.nonce, at: "http://evil.example")
    let answer = try await app.server.transport.send(
      RawRequest(
        method: "POST", target: "/sessions/options",
        fields: [("Host", "evil.example"), ("DPoP", proof)]))
    #expect(answer.status == 401)
  }
}
