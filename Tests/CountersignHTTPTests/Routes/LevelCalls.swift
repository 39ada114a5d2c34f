import CountersignCore
import CountersignHTTP
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

extension LinkedOptionsRequest {
  /// What is proved to raise a session.
  static var raising: LinkedOptionsRequest {
    LinkedOptionsRequest(scenario: .signIn, payload: [:])
  }
}

extension ServerHarness {
  /// The answer to a sign-in by a passkey.
  func openSession(
    by key: TestAuthenticator, to userName: String = "ada@example.com"
  ) async throws -> WireResponse {
    let answered = try await send(
      WireRequest(.sessionOptions, body: SessionOptionsRequest().json))
    let options = try SessionOptions(json: answered.body ?? .null).options
    let handle = UserHandle(Array(try await accountID(of: userName).utf8))
    let assertion = try key.assert(challenge: options.challenge, userHandle: handle)
    return try await send(
      WireRequest(.openSession, body: SessionRequest.assertion(assertion).json))
  }

  /// The access token of a session that a passkey opens.
  func signIn(
    by key: TestAuthenticator, to userName: String = "ada@example.com"
  ) async throws -> String {
    let opened = try await openSession(by: key, to: userName)
    try #require(opened.status == 201)
    return try SessionAnswer(json: opened.body ?? .null).accessToken.exposed
  }

  /// A proof by a passkey, over the document of what is asked for.
  func proof(
    _ key: TestAuthenticator, _ request: LinkedOptionsRequest, _ token: String
  ) async throws -> Proof {
    .assertion(try key.assert(try await linkedOptions(request, token).options))
  }

  /// A proof by a device's PIN, over the document of what is asked for.
  func proof(
    _ device: TestDevice, _ pin: String, generation: Int64 = 1, _ request: LinkedOptionsRequest,
    _ token: String
  ) async throws -> Proof {
    .pinProof(
      try device.pinProof(
        pin, over: try await linkedOptions(request, token).pinChallenge, generation: generation))
  }

  private func linkedOptions(
    _ request: LinkedOptionsRequest, _ token: String
  ) async throws -> LinkedOptions {
    let answered = try await send(
      WireRequest(.linkedOptions, accessToken: token, body: request.json))
    return try LinkedOptions(json: answered.body ?? .null)
  }

  /// The answer to a proof that is to raise a session.
  func raise(
    _ token: String, by proof: Proof, key idempotencyKey: String? = nil
  ) async throws -> WireResponse {
    try await send(
      WireRequest(
        .raiseSession, accessToken: token, idempotencyKey: idempotencyKey,
        body: SessionProofRequest(proof: proof).json))
  }

  /// The status that a route without a body answers to a session.
  func status(
    _ route: Route, _ token: String, query: [String: String] = [:]
  ) async throws -> Int {
    try await send(WireRequest(route, query: query, accessToken: token)).status
  }

  /// Sets an account's first PIN, in the session of a token.
  func setPIN(_ pin: String, _ token: String) async throws {
    let session = try await harness.service.sessions.authenticate(
      SecretText(token), activity: .person
    ).get()
    try await harness.setPIN(pin, session)
  }

  /// A passkey that a PIN in a body added: it waits.
  func weakKey(_ token: String, _ pin: String) async throws -> TestAuthenticator {
    let options = try await send(
      WireRequest(
        .registrationOptions, accessToken: token,
        body: RegistrationOptionsRequest(proof: .pin(SecretText(pin))).json))
    let key = try harness.newAuthenticator()
    let response = try key.register(CredentialCreationOptions(json: options.body ?? .null))
    let registered = try await send(
      WireRequest(.registerCredential, accessToken: token, body: response.json))
    try #require(registered.status == 201)
    return key
  }
}
