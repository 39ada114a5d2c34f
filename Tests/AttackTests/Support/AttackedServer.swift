import BrowserTesting
import CountersignClient
import CountersignCore
import CountersignTesting
import CountersignTransport
import Testing
import WebAuthnModel
import WireModel

/// A server on a port of this machine, as an attacker sees it: by HTTP alone.
struct AttackedServer: Sendable {
  /// The server, whose clock the test turns and whose messages it reads.
  let server: ClockedServer
  let transport: WatchedTransport

  /// Serves for as long as a body runs.
  static func run(
    scenarios: [DeclaredScenario] = [], change: (inout ServicePolicy) -> Void = { _ in },
    _ body: (AttackedServer) async throws -> Void
  ) async throws {
    try await ClockedServer.run(scenarios: scenarios, change: change) { server in
      let transport = HTTPTransport(address: try #require(ServerAddress(server.address)))
      let attacked = AttackedServer(
        server: server, transport: WatchedTransport(transport, server.harness.watch))
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await body(attacked))
      } catch {
        outcome = .failure(error)
      }
      await transport.shutdown()
      try outcome.get()
    }
  }

  /// Sends a request.
  func send(
    _ route: Route, at parameters: [String: String] = [:], as bearer: String? = nil,
    idempotencyKey: String? = nil, _ body: (any JSONBody)? = nil
  ) async throws -> WireResponse {
    try await transport.send(
      WireRequest(
        route, parameters: parameters, accessToken: bearer, idempotencyKey: idempotencyKey,
        body: body?.json))
  }

  /// Sends a request that has to succeed, and reads the answer.
  func read<Answer: JSONBody>(
    _ route: Route, at parameters: [String: String] = [:], as bearer: String? = nil,
    idempotencyKey: String? = nil, _ body: (any JSONBody)? = nil
  ) async throws -> Answer {
    let response = try await send(
      route, at: parameters, as: bearer, idempotencyKey: idempotencyKey, body)
    guard (200...299).contains(response.status) else {
      throw RefusedRequest(route: route.path, status: response.status, reason: response.reason)
    }
    return try Answer(json: response.body ?? .null)
  }

  /// The newest code that a person was sent.
  func code(to recipient: String) async throws -> SecretText {
    try await server.harness.newestCode(to: recipient)
  }

  /// Signs up, and gives the session's token.
  func signUp(_ userName: String) async throws -> String {
    let request: CodeRequestAnswer = try await read(
      .signUp, SignUpRequest(userName: userName, displayName: "Ada"))
    let session: SessionAnswer = try await read(
      .openSession,
      SessionRequest.code(
        codeRequest: request.codeRequest, validateCode: try await code(to: userName)))
    return session.accessToken.exposed
  }

  /// A passkey that no account knows.
  func newKey() throws -> TestAuthenticator {
    try TestAuthenticator(
      relyingPartyID: ServiceHarness.relyingPartyID,
      origin: try #require(Origin(server.address)))
  }

  /// Registers the first key of a session's account by a mailed code.
  func registerKey(_ token: String, of userName: String) async throws -> TestAuthenticator {
    let _: CodeRequestAnswer = try await read(
      .requestCode, as: token, CodeRequest(purpose: .register))
    let options: CredentialCreationOptions = try await read(
      .registrationOptions, as: token,
      RegistrationOptionsRequest(validateCode: try await code(to: userName)))
    let authenticator = try newKey()
    let registered = try await send(
      .registerCredential, as: token, try authenticator.register(options))
    #expect(registered.status == 201)
    return authenticator
  }
}

/// A request that had to succeed and was refused.
struct RefusedRequest: Error {
  let route: String
  let status: Int
  let reason: Reason?
}

extension WireResponse {
  /// The reason of a refusal; nil for another answer.
  var reason: Reason? { body.flatMap { try? Problem(json: $0).reason } }
}
