import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

/// A person with a passkey, who uses the server as anybody would.
struct Victim: Sendable {
  static let mail = "ada@example.com"

  let server: AttackedServer
  let accountID: String
  let key: TestAuthenticator
  /// The session of the sign-up, opened by a mailed code.
  let token: String

  /// Signs up from an address and registers a passkey.
  init(_ server: AttackedServer, _ userName: String = Victim.mail, from home: String) async throws {
    self.server = server
    let opened = try await server.openByCode(userName, from: home)
    (token, accountID) = (opened.accessToken.exposed, opened.accountID)
    let registering = WireRequest(
      .requestCode, accessToken: token, body: CodeRequest(purpose: .register).json)
    try #require(try await server.send(registering, from: home).status == 202)
    let options = try await server.send(
      WireRequest(
        .registrationOptions, accessToken: token,
        body: RegistrationOptionsRequest(
          validateCode: try await server.harness.newestCode(to: userName)
        ).json), from: home)
    key = try server.harness.newAuthenticator()
    let response = try key.register(CredentialCreationOptions(json: options.json))
    let registered = try await server.send(
      WireRequest(.registerCredential, accessToken: token, body: response.json), from: home)
    try #require(registered.status == 201)
  }

  /// Signs in by the passkey.
  func signIn(
    from address: String, in browser: Browser? = nil, changes: CeremonyChanges = .init(),
    fields: [(String, String)] = []
  ) async throws -> Answer {
    try await server.send(
      WireRequest(.openSession, body: signInBody(from: address, changes)), from: address,
      in: browser, fields: fields)
  }

  private func signInBody(
    from address: String, _ changes: CeremonyChanges
  ) async throws -> JSONValue {
    let asked = try await server.send(
      WireRequest(.sessionOptions, body: SessionOptionsRequest().json), from: address)
    let options = try SessionOptions(json: asked.json).options
    let handle = UserHandle(Array(accountID.utf8))
    return SessionRequest.assertion(
      try key.assert(challenge: options.challenge, userHandle: handle, changes: changes)
    ).json
  }

  /// Has an assertion verified in a session.
  func verify(
    _ token: String, from address: String, changes: CeremonyChanges = .init()
  ) async throws -> Answer {
    let asked = try await server.send(
      WireRequest(.authenticationOptions, accessToken: token), from: address)
    guard asked.status == 200 else { return asked }
    let options = try CredentialRequestOptions(json: asked.json)
    let assertion = try key.assert(challenge: options.challenge, changes: changes)
    return try await server.send(
      WireRequest(.verifyAssertion, accessToken: token, body: assertion.json), from: address)
  }

  /// Asks for a code that signs in.
  func askForCode(from address: String, in browser: Browser? = nil) async throws -> Answer {
    try await server.askForCode(Victim.mail, from: address, in: browser)
  }

  /// An assertion that names the passkey and is signed by another key.
  func junk() throws -> CeremonyChanges {
    let stranger = try server.harness.newAuthenticator()
    return CeremonyChanges { $0.signingKey = stranger.key }
  }
}

extension AttackedServer {
  /// Opens a session by a mailed code: what whoever reads the mailbox can.
  func openByCode(_ userName: String, from address: String) async throws -> SessionAnswer {
    let asked = try await signUp(userName, from: address)
    try #require(asked.status == 202)
    let code = try await harness.newestCode(to: userName)
    let request = try CodeRequestAnswer(json: asked.json).codeRequest
    let opened = try await send(
      WireRequest(
        .openSession, body: SessionRequest.code(codeRequest: request, validateCode: code).json),
      from: address)
    try #require(opened.status == 201)
    return try SessionAnswer(json: opened.json)
  }

  /// Signs up.
  func signUp(_ userName: String, from address: String) async throws -> Answer {
    try await send(
      WireRequest(.signUp, body: SignUpRequest(userName: userName, displayName: "Ada").json),
      from: address)
  }

  /// Asks for a code that signs in.
  func askForCode(
    _ userName: String, from address: String, in browser: Browser? = nil
  ) async throws -> Answer {
    try await send(
      WireRequest(.requestCode, body: CodeRequest(userName: userName, purpose: .signIn).json),
      from: address, in: browser)
  }

  /// The number of codes that a person was sent.
  func codes(to recipient: String) async throws -> Int {
    await harness.deliverMessages()
    return harness.messenger.messages.count { $0.recipient == recipient && $0.code != nil }
  }

  /// Gives a wrong code for a sign-in.
  func giveWrongCode(
    _ asked: Answer, to userName: String, from address: String, in browser: Browser? = nil
  ) async throws -> Answer {
    let request = try CodeRequestAnswer(json: asked.json).codeRequest
    return try await send(
      WireRequest(
        .openSession,
        body: SessionRequest.code(
          codeRequest: request, validateCode: try await harness.wrongCode(to: userName)
        ).json), from: address, in: browser)
  }

  /// The details of an account's newest rows of a kind in the audit log.
  func audited(_ kind: String, about account: String) async throws -> [String] {
    let host = try await harness.host(.admin)
    let request = AccountAuditRequest(.id(account), limit: 100)
    let page = try await harness.service.administration.auditRows(about: request, host: host).get()
    return page.rows.filter { $0.kind == kind }.map(\.details)
  }
}
