import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@Suite("What a person is told of sign-ins")
struct SignInNoticeTests {
  // Holds: ASVS-6.3.5/7
  @Test(
    "a sign-in from a browser that is not known is told, and the link ends that session alone, once"
  )
  func unknownBrowser() async throws {
    let server = try await ServerHarness()
    let first = try await server.signUp()
    let key = try await ServerHarness.registerKey(first, server.harness, server.send)
    // Whoever signs up is told nothing of that.
    #expect(try await server.signInNotices() == 0)
    let second = try await server.signUp()
    #expect(try await server.signInNotices() == 1)
    let third = try await server.signIn(by: key)
    let link = try await server.harness.stopRequest(of: .signedIn)
    #expect(try await server.signInNotices() == 2)
    let wrong = StopRequest(id: link.id, secret: SecretText(String(link.secret.exposed.reversed())))
    #expect(try await server.send(WireRequest(.stop, body: wrong.json)).status == 404)
    #expect(try await server.status(.secondFactor, third) == 200)
    let stopped = try await server.send(WireRequest(.stop, body: link.json))
    #expect(stopped.status == 200)
    #expect(try StopAnswer(json: stopped.body ?? .null).stopped == .signIn)
    #expect(try await server.status(.secondFactor, third) == 401)
    for other in [first, second] {
      #expect(try await server.status(.secondFactor, other) == 200)
    }
    #expect(try await server.send(WireRequest(.stop, body: link.json)).status == 404)
    // The key is no worse for it.
    #expect(try await server.openSession(by: key).status == 201)
  }

  @Test("what was begun in a session that a notice's link ends is over with it")
  func begun() async throws {
    let server = try await ServerHarness()
    let first = try await server.signUp()
    let key = try await ServerHarness.registerKey(first, server.harness, server.send)
    let thief = try await server.signIn(by: key)
    let change = LinkedOptionsRequest(changing: .addDeviceByLink)
    let request = SessionLinkRequest(
      type: .enrol, proof: try await server.proof(key, change, thief))
    let made = try await server.send(
      WireRequest(.makeLink, accessToken: thief, body: request.json))
    try #require(made.status == 201)
    let link = try SessionLinkAnswer(json: made.body ?? .null)
    let described = WireRequest(.link, parameters: ["id": link.id])
    #expect(try await server.send(described).status == 200)
    let stop = try await server.harness.stopRequest(of: .signedIn)
    #expect(try await server.send(WireRequest(.stop, body: stop.json)).status == 200)
    #expect(try await server.send(described).status == 404)
  }

  @Test("a browser in which a factor was proved, and a device of the account, are told of no more")
  func known() async throws {
    let server = try await ServerHarness()
    let first = try await server.signUp()
    let key = try await ServerHarness.registerKey(first, server.harness, server.send)
    let phone = try await server.enrolledPhone()
    _ = try await server.signIn(by: phone)
    #expect(try await server.signInNotices() == 0)
    let opened = try await server.signInOnPage(by: key, lane: nil)
    #expect(try await server.signInNotices() == 1)
    let lane = try #require(opened.lane)
    #expect(try await server.signInOnPage(by: key, lane: lane).lane == nil)
    #expect(try await server.signInNotices() == 1)
    // The lane is one of this account, and of no other one.
    _ = try await server.signUp("grace@example.com")
    let foreign = try await server.openByCode("grace@example.com", lane: lane)
    #expect(foreign.status == 201)
    #expect(try await server.signInNotices(to: "grace@example.com") == 1)
  }

  @Test("after a link in a notice was followed, each browser is told of once more")
  func stopped() async throws {
    let server = try await ServerHarness()
    let first = try await server.signUp()
    let key = try await ServerHarness.registerKey(first, server.harness, server.send)
    let lane = try #require(try await server.signInOnPage(by: key, lane: nil).lane)
    let stop = try await server.harness.stopRequest(of: .signedIn)
    #expect(try await server.signInOnPage(by: key, lane: lane).lane == nil)
    #expect(try await server.signInNotices() == 1)
    #expect(try await server.send(WireRequest(.stop, body: stop.json)).status == 200)
    let again = try await server.signInOnPage(by: key, lane: lane)
    #expect(try await server.signInNotices() == 2)
    let next = try #require(again.lane)
    #expect(try await server.signInOnPage(by: key, lane: next).lane == nil)
    #expect(try await server.signInNotices() == 2)
    // So it is once a factor is removed: a mailed code is told of then.
    let change = LinkedOptionsRequest(changing: .removePasskey(key.credentialID))
    let removal = RevocationRequest(proof: try await server.proof(key, change, first))
    let removed = try await server.send(
      WireRequest(
        .revokeCredential, parameters: ["id": key.credentialID.base64URL], accessToken: first,
        body: removal.json))
    #expect(removed.status == 204)
    #expect(try await server.openByCode("ada@example.com", lane: next).status == 201)
    #expect(try await server.signInNotices() == 3)
  }

  @Test("a login by QR code gives its browser a lane where a factor confirmed it")
  func lane() async throws {
    let server = try await ServerHarness()
    let phone = try await server.enrolledPhone()
    let link = try await server.loginLink(origin: ServiceHarness.originText)
    #expect(try await server.confirmLogin(phone, link).status == 200)
    let collected = try await server.collect(link, PageFields.all)
    #expect(collected.status == 201)
    let lane = try #require(collected.lane)
    #expect(try await server.signInNotices() == 1)
    // Whose answer was lost gets it once more.
    let again = try await server.collect(link, PageFields.all)
    #expect(again.status == 201 && again.lane != nil)
    let next = try await server.loginLink(origin: ServiceHarness.originText)
    #expect(try await server.confirmLogin(phone, next).status == 200)
    let known = try await server.collect(next, PageFields.all + [PageFields.cookie(lane)])
    #expect(known.status == 201 && known.lane == nil)
    #expect(try await server.signInNotices() == 1)
  }

  @Test("a login by QR code that a device confirmed without a factor gives no lane")
  func noLane() async throws {
    let server = try await ServerHarness()
    let (link, status) = try await server.loginConfirmedByDevice()
    #expect(status == 200)
    let collected = try await server.collect(link, PageFields.all)
    #expect(collected.status == 201 && collected.lane == nil)
    #expect(try await server.signInNotices() == 1)
  }
}

/// The fields of a request of the page.
private enum PageFields {
  static let all = [
    (name: "X-Countersign-Page", value: "1"), (name: "Origin", value: ServiceHarness.originText),
  ]

  static func cookie(_ value: String) -> (name: String, value: String) {
    (name: "Cookie", value: value)
  }
}

extension RawResponse {
  /// The lane's cookie that it sets, as the browser sends it; nil where it sets none.
  fileprivate var lane: String? {
    fields.first {
      $0.name.lowercased() == "set-cookie" && $0.value.hasPrefix("countersign.lane=")
    }.map { String($0.value.prefix { $0 != ";" }) }
  }
}

extension ServerHarness {
  /// How many sign-ins a person was told of.
  fileprivate func signInNotices(to recipient: String = "ada@example.com") async throws -> Int {
    await harness.deliverMessages()
    return harness.messenger.notices(to: recipient).count { $0 == .signedIn }
  }

  /// The answer to a sign-in on the page.
  private func open(_ request: SessionRequest, lane: String?) async throws -> RawResponse {
    try await transport.send(
      RawRequest(
        method: "POST", target: "/sessions",
        fields: PageFields.all + [(name: "Content-Type", value: "application/json")]
          + (lane.map { [PageFields.cookie($0)] } ?? []), body: request.json.serialized()))
  }

  fileprivate func signInOnPage(
    by key: TestAuthenticator, lane: String?
  ) async throws -> RawResponse {
    let answered = try await send(WireRequest(.sessionOptions, body: SessionOptionsRequest().json))
    let options = try SessionOptions(json: answered.body ?? .null).options
    let handle = UserHandle(Array(try await accountID(of: "ada@example.com").utf8))
    let response = try await open(
      .assertion(try key.assert(challenge: options.challenge, userHandle: handle)), lane: lane)
    try #require(response.status == 201)
    return response
  }

  fileprivate func openByCode(_ userName: String, lane: String) async throws -> RawResponse {
    let asked = try await send(
      WireRequest(.signUp, body: SignUpRequest(userName: userName, displayName: "Grace").json))
    let request = try CodeRequestAnswer(json: asked.body ?? .null).codeRequest
    let code = try await harness.newestCode(to: userName)
    return try await open(.code(codeRequest: request, validateCode: code), lane: lane)
  }

  /// A login that a device without a PIN confirmed, on an account without a factor.
  fileprivate func loginConfirmedByDevice() async throws -> (SessionLinkAnswer, status: Int) {
    let token = try await signUp()
    _ = try await send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .register).json))
    let code = try await harness.newestCode(to: "ada@example.com")
    let device = try TestDevice()
    let registered = try await send(
      WireRequest(
        .registerDevice, accessToken: token,
        body: DeviceRequest(
          device: try device.registration(for: try await accountID(of: "ada@example.com")),
          validateCode: code
        ).json))
    try #require(registered.status == 201)
    let link = try await loginLink(origin: ServiceHarness.originText)
    let number = try #require(link.number)
    let asked = try await send(
      WireRequest(
        .linkOptions, parameters: ["id": link.id],
        body: LinkOptionsRequest(deviceID: device.id, number: number).json))
    let options = try LinkOptions(json: asked.body ?? .null)
    let confirmation = LinkConfirmation.login(
      deviceID: device.id, number: number,
      proof: .deviceProof(try device.deviceProof(over: options.pinChallenge)))
    let confirmed = try await send(
      WireRequest(.confirmLink, parameters: ["id": link.id], body: confirmation.json))
    return (link, confirmed.status)
  }
}
