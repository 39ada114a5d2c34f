public import DocumentModel
public import FlowModel
public import WebAuthnModel
public import WireModel

/// A server as this device reaches it; the operations that need no session hang on it.
public struct ServerConnection: Sendable {
  /// The transport of the calls.
  public let transport: any Transport
  /// The languages that the person wants to read; the server makes documents in the first that it
  /// has.
  public let languages: PreferredLanguages
  /// The keys that the tokens of its sessions are bound to; nil for bearer tokens.
  public let binding: TokenBinding?
  /// The sessions that are opened again once they are over.
  let renewals = SessionRenewals()
  /// The holder of this installation's app PINs, which no PIN in a body may be; nil where the
  /// connection knows none.
  private var secrets: (any DeviceSecrets)?

  /// A connection over a transport.
  ///
  /// - Parameters:
  ///   - transport: The transport of the calls.
  ///   - languages: The languages that the person wants to read.
  ///   - binding: Binds the tokens of its sessions to keys; nil for bearer tokens, which whoever
  ///     reads one can use.
  public init(
    transport: any Transport, languages: PreferredLanguages = .none, binding: TokenBinding? = nil
  ) {
    self.transport = transport
    self.languages = languages
    self.binding = binding
    secrets = binding?.device
  }

  /// The same connection, which compares each PIN in a body with the app PINs of a device.
  func comparingPINs(by secrets: any DeviceSecrets) -> ServerConnection {
    var connection = self
    connection.secrets = secrets
    return connection
  }

  /// Makes one call and tells a refusal from an answer.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - isRepeated: True for an action of which a copy was sent before.
  /// - Returns: The answer.
  /// - Throws: ``ClientError``.
  func call(
    _ request: WireRequest, isRepeated: Bool = false
  ) async throws(ClientError) -> WireResponse {
    try await requireNoAppPIN(in: request.body)
    var request = request
    request.languages = languages
    let response = try await prove(request, isRepeated: isRepeated, transport.send) { $0 }
    return try Self.accepted(response)
  }

  /// Refuses a body whose PIN opens an app here, whoever makes the call: nothing is sent.
  private func requireNoAppPIN(in body: JSONValue?) async throws(ClientError) {
    guard let secrets, let body else { return }
    do throws(DeviceSecretsError) {
      for pin in body.pins { try await secrets.requireNoAppPIN(pin, of: nil) }
    } catch {
      throw .malformed(
        error == .pinIsAppPIN
          ? "the PIN is the app PIN; choose another" : "the app PIN could not be read")
    }
  }

  /// Tells a refusal from an answer.
  static func accepted(_ response: WireResponse) throws(ClientError) -> WireResponse {
    switch response.status {
    case 200..<300:
      if response.status == 202, let body = response.body,
        let required = try? OTPRequired(json: body)
      {
        throw .otpRequired(required)
      }
      return response
    case 400..<500:
      guard let body = response.body, let problem = try? Problem(json: body) else {
        throw .notUnderstood("status \(response.status) without a problem body")
      }
      throw .refused(problem)
    case 500..<600:
      // Of these it is known that nothing was done.
      if let body = response.body, let problem = try? Problem(json: body),
        Reason.nothingDone.contains(problem.reason)
      {
        throw .refused(problem)
      }
      throw .serverFailed(
        status: response.status, retryAfterSeconds: response.retryAfterSeconds)
    default:
      throw .notUnderstood("status \(response.status)")
    }
  }

  /// Makes one call and reads its answer.
  func call<Answer: JSONBody>(
    _ request: WireRequest, _ type: Answer.Type = Answer.self
  ) async throws(ClientError) -> Answer {
    let response = try await call(request)
    return try Self.read(response.body)
  }

  static func read<Answer: JSONBody>(_ body: JSONValue?) throws(ClientError) -> Answer {
    guard let body else { throw .notUnderstood("the answer has no JSON body") }
    do throws(JSONShapeError) {
      return try Answer(json: body)
    } catch {
      throw .notUnderstood(error.description)
    }
  }
}

extension JSONValue {
  /// The PINs that a body sets or proves with.
  ///
  /// The one that is replaced has another name, and may be the app PIN: then this ends it.
  fileprivate var pins: [SecretText] {
    guard case .object(let members) = self else { return [] }
    var pins = members["proof"]?.pins ?? []
    if case .string(let pin)? = members["pin"] { pins.append(SecretText(pin)) }
    return pins
  }
}

/// A session of one account; the operations that need one hang on it.
public struct AccountSession: Sendable {
  /// The server.
  public let connection: ServerConnection
  /// The account's id.
  public let accountID: String
  /// The opaque access token.
  ///
  /// Secret.
  public let accessToken: SecretText
  /// The scheme of the token: bearer, or with a proof by the key that the connection binds it to.
  public let tokenType: TokenType
  /// True if its calls are made while nobody is there.
  private var isBackground = false

  /// A session with a bearer token, opened before by somebody else: a host's backend, say.
  public init(connection: ServerConnection, accountID: String, accessToken: SecretText) {
    self.init(
      connection: connection, accountID: accountID, accessToken: accessToken, tokenType: .bearer)
  }

  init(
    connection: ServerConnection, accountID: String, accessToken: SecretText, tokenType: TokenType
  ) {
    self.connection = connection
    self.accountID = accountID
    self.accessToken = accessToken
    self.tokenType = tokenType
  }

  func request(
    _ route: Route, parameters: [String: String] = [:], query: [String: String] = [:],
    idempotencyKey: String? = nil, body: JSONValue? = nil
  ) -> WireRequest {
    var request = WireRequest(
      route, parameters: parameters, query: query, accessToken: accessToken.exposed,
      idempotencyKey: idempotencyKey, body: body)
    request.isBackground = isBackground
    return request
  }

  /// Calls a route that a module of the server adds: one call.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - parameters: A value for each name in braces of its path.
  ///   - query: The values of its query.
  ///   - body: Its body; nil for none.
  /// - Returns: The answer.
  /// - Throws: ``ClientError``.
  public func call<Answer: JSONBody>(
    _ route: Route, parameters: [String: String] = [:], query: [String: String] = [:],
    body: (any JSONBody)? = nil
  ) async throws(ClientError) -> Answer {
    try await connection.call(
      request(route, parameters: parameters, query: query, body: body?.json))
  }

  /// The session for what is asked without anybody being there: that is no activity, which would
  /// keep it alive.
  var inBackground: AccountSession {
    var session = self
    session.isBackground = true
    return session
  }
}

/// Why an operation of the client has no result.
///
/// Sorted by whose doing it is.
public enum ClientError: Error, Sendable {
  /// There is no answer.
  case transport(TransportError)
  /// The server refuses, and says why.
  case refused(Problem)
  /// The mailed code is right and nothing was done yet: another was texted, and both are needed.
  case otpRequired(OTPRequired)
  /// The server failed: a status of 500 or more.
  case serverFailed(status: Int, retryAfterSeconds: Int?)
  /// The answer is not what the route answers; the text says what is wrong with it.
  case notUnderstood(String)
  /// The server would execute something else than was asked for, or links its challenge to that.
  case mismatch(FlowReason)
  /// The authenticator did not sign.
  case authenticator(AuthenticatorError)
  /// The request cannot be put into words: a parameter is missing or a text is not showable.
  case malformed(String)
  /// The account's soft lock is closed: the person opens the app first.
  case locked
}

extension ClientError {
  /// The reason of a refusal.
  public var reason: Reason? {
    guard case .refused(let problem) = self else { return nil }
    return problem.reason
  }
}
