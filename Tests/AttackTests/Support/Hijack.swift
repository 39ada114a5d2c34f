import CountersignCore
import CountersignTesting
import SecretSearch
import Testing
import WebAuthnModel
import WireModel

/// A host that has made an account for somebody else's address, and enrolled a device of its own.
struct Hijack {
  let server: AttackedServer
  let name: String
  /// The host's key.
  let shop: String
  let phone: TestPhone
  /// The session that the enrolment gave.
  let token: String
  /// A link that the host made before, and that nobody has confirmed.
  let spare: SessionLinkAnswer

  static func run(
    _ host: HostName = .shop, change: (inout ServicePolicy) -> Void = { _ in },
    _ body: (Hijack) async throws -> Void
  ) async throws {
    try await AttackedServer.run(change: change) { server in
      try await body(try await Hijack(server, of: "ada@example.com", by: host))
    }
  }

  init(_ server: AttackedServer, of name: String, by host: HostName = .shop) async throws {
    (self.server, self.name) = (server, name)
    shop = try await server.harness.serviceKey([.sessions, .transactions], of: host).exposed
    phone = TestPhone(try server.newKey())
    let request = SessionLinkRequest(type: .enrol, userName: name, displayName: "Mallory")
    spare = try await server.read(.makeServiceLink, as: shop, request)
    let link: SessionLinkAnswer = try await server.read(.makeServiceLink, as: shop, request)
    let confirmed = try await server.send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(try phone.device(for: link.id), registration: nil, .nothing))
    try #require(confirmed.status == 201)
    token = try #require(try LinkConfirmed(json: confirmed.json).session).accessToken.exposed
  }

  /// Confirms a link with another device.
  func confirm(_ link: SessionLinkAnswer, withPIN: Bool) async throws -> Answer {
    let other = TestPhone(try server.newKey())
    return try await server.send(
      .confirmLink, at: ["id": link.id],
      LinkConfirmation.enrol(
        try other.device(for: link.id, withPIN: withPIN), registration: nil, .nothing))
  }

  /// Has the host put a payment before the account's person.
  func ask() async throws -> String {
    let asked: TransactionAnswer = try await server.read(
      .createTransaction, as: shop,
      NewTransactionRequest(
        userName: name, amount: "12.50", currency: "EUR", payee: "Order desk"))
    return asked.transaction.transactionID
  }

  /// Signs the device in by its PIN.
  func signIn() async throws -> Answer {
    let options = try await server.send(
      .sessionOptions, SessionOptionsRequest(deviceID: phone.id))
    guard options.status == 200 else { return options }
    let challenge = try #require(try SessionOptions(json: options.json).pinChallenge)
    return try await server.send(
      .openSession, SessionRequest.pinProof(try phone.pinProof(challenge)))
  }

  /// A session of the device in which its PIN was proved.
  func strongSession() async throws -> String {
    try SessionAnswer(json: try await signIn().json).accessToken.exposed
  }

  /// Signs the owner in by her passkey.
  func signIn(by key: TestAuthenticator) async throws -> String {
    try await server.signIn(by: key, of: name)
  }

  /// The proof of a payment by the device's PIN.
  func proofOfPayment(_ amount: Int64) async throws -> Proof {
    let linked = try await options(amount, as: token)
    return .pinProof(try phone.pinProof(try #require(linked.pinChallenge)))
  }

  func options(_ amount: Int64, as session: String) async throws -> LinkedOptions {
    try await server.read(
      .linkedOptions, as: session,
      LinkedOptionsRequest(
        scenario: .sendMoney, payload: MoneyOrder(amount: amount, recipient: "BOLA").json))
  }

  /// Pays by the device's PIN.
  func pay(_ amount: Int64) async throws -> Answer {
    try await server.send(
      .sendMoney, as: token,
      SendMoneyRequest(
        payload: MoneyOrder(amount: amount, recipient: "BOLA"),
        proof: try await proofOfPayment(amount)))
  }

  /// Pays by a proof of another session.
  func pay(_ amount: Int64, by proof: Proof, as session: String) async throws -> Answer {
    try await server.send(
      .sendMoney, as: session,
      SendMoneyRequest(payload: MoneyOrder(amount: amount, recipient: "BOLA"), proof: proof))
  }

  /// Pays by a passkey.
  func pay(
    _ amount: Int64, by key: TestAuthenticator, as session: String
  ) async throws -> Answer {
    let linked = try await options(amount, as: session)
    return try await pay(
      amount, by: .assertion(try key.assert(linked.options)), as: session)
  }

  /// Decides on the device, which is on hold.
  func decide(
    keeping: Bool, by key: TestAuthenticator, as session: String
  ) async throws -> Answer {
    let change = keeping ? FactorChange.keepHeld(phone.id) : .removeHeld(phone.id)
    let asked = try await server.send(
      .linkedOptions, as: session, LinkedOptionsRequest(changing: change))
    guard asked.status == 200 else { return asked }
    let options = try LinkedOptions(json: asked.json)
    let proof = RevocationRequest(proof: .assertion(try key.assert(options.options)))
    return try await server.send(
      keeping ? .keepHeldFactor : .removeHeldFactor, at: ["id": phone.id], as: session, proof)
  }

  /// Removes the device by its own PIN: what is left is an account that had a factor.
  func removeDevice() async throws {
    let session = try await strongSession()
    let removing: LinkedOptions = try await server.read(
      .linkedOptions, as: session, LinkedOptionsRequest(changing: .removeDevice(phone.id)))
    let proof = try phone.pinProof(try #require(removing.pinChallenge))
    let removed = try await server.send(
      .revokeDevice, at: ["id": phone.id], as: session,
      RevocationRequest(proof: .pinProof(proof)))
    #expect(removed.status == 204)
  }

  /// Gives the account a telephone number, by the device's PIN.
  func setPhone(_ number: String) async throws {
    let session = try await strongSession()
    let change: LinkedOptions = try await server.read(
      .linkedOptions, as: session, LinkedOptionsRequest(changing: .setPhone(number)))
    let proof = try phone.pinProof(try #require(change.pinChallenge))
    let proposed = try await server.send(
      .setPhone, as: session, PhoneRequest(phone: number, proof: .pinProof(proof)))
    #expect(proposed.status == 202)
    let confirmed = try await server.send(
      .confirmPhone, as: session, PhoneConfirmation(otp: try await server.code(to: number)))
    #expect(confirmed.status == 204)
    await server.harness.deliverMessages()
  }

  /// Adds an authenticator app, by the device's PIN.
  func addApp() async throws {
    let session = try await strongSession()
    let change: LinkedOptions = try await server.read(
      .linkedOptions, as: session, LinkedOptionsRequest(changing: .addAuthenticatorApp))
    let proof = try phone.pinProof(try #require(change.pinChallenge))
    let answer: AuthenticatorAppAnswer = try await server.read(
      .enrolAuthenticatorApp, as: session, AuthenticatorAppRequest(proof: .pinProof(proof)))
    let app = TestAuthenticatorApp(typed: answer.secret)
    let confirmed = try await server.send(
      .confirmAuthenticatorApp, as: session,
      AuthenticatorAppConfirmation(twoFactorCode: app.code(at: server.harness.clock.now())))
    #expect(confirmed.status == 204)
  }
}

extension AttackedServer {
  /// Signs somebody in by a passkey.
  func signIn(by key: TestAuthenticator, of name: String) async throws -> String {
    let options: SessionOptions = try await read(.sessionOptions, SessionOptionsRequest())
    let account = try await harness.store.read { transaction in
      try Accounts.find(AccountName(name), in: transaction)
    }
    let handle = UserHandle(Array(try #require(account).text.utf8))
    let answer: SessionAnswer = try await read(
      .openSession,
      SessionRequest.assertion(
        try key.assert(challenge: options.options.challenge, userHandle: handle)))
    return answer.accessToken.exposed
  }

  /// Sets a PIN in a body by a mailed code.
  func setFirstPIN(
    _ pin: SecretText, as token: String, of userName: String
  ) async throws -> Answer {
    harness.watch.note("pin", pin.exposed)
    let _: CodeRequestAnswer = try await read(
      .requestCode, as: token, CodeRequest(purpose: .setPIN))
    return try await send(
      .setPIN, as: token,
      SetPINRequest(
        pin: pin, entitlement: .validateCode(try await code(to: userName))))
  }

  /// Expects that a session sees nothing of the account, and declines nothing that waits.
  func expectNothing(
    as token: String, waiting: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let id = ["id": waiting]
    let routes: [Route] = [
      .transactions, .sessions, .credentials, .devices, .heldFactors, .moneyOrders, .pocket,
    ]
    for route in routes {
      let answer = try await send(route, as: token)
      #expect(answer.status == 401, "\(route.path)", sourceLocation: sourceLocation)
    }
    for route in [Route.transaction, .denyTransaction] {
      let answer = try await send(route, at: id, as: token)
      #expect(
        answer.status == 401 && answer.reason == .insufficientUserAuthentication,
        "\(route.path)", sourceLocation: sourceLocation)
    }
  }
}
