import CountersignCore
import CountersignHTTP
import CountersignTesting
import Synchronization
import WebAuthnModel
import WireModel

/// A service behind the real router in this process, and a person who uses it.
struct ServerHarness: Sendable {
  let harness: ServiceHarness
  let transport: WatchedLoopback
  let sleeps = RecordedSleeps()

  init(
    modules: [any Module]? = nil, change: (inout ServerSettings) -> Void = { _ in },
    file: String = #fileID, line: Int = #line,
    policy: (inout ServicePolicy) -> Void = { _ in },
    onRefusal: @escaping WatchedLoopback.RefusalWitness = { _, _, _, _ in }
  ) async throws {
    harness = try await ServiceHarness(
      modules: modules, file: file, line: line, change: policy)
    var settings = ServerSettings()
    change(&settings)
    let start = ContinuousClock.now
    settings.secretFloor = SecretFloor(
      now: { start },
      sleep: { [sleeps] in
        sleeps.record(start.duration(to: $0))
      })
    transport = WatchedLoopback(harness, settings: settings, onRefusal: onRefusal)
  }

  /// The access token of a new session, by the wire alone.
  func signUp(_ userName: String = "ada@example.com") async throws -> String {
    try await ServerHarness.signUp(userName, harness, transport.send)
  }

  /// Sends a request.
  func send(_ request: WireRequest) async throws -> WireResponse {
    try await transport.send(request)
  }

  /// Listens to the account's transactions.
  func listen(_ token: String, after lastEventID: String? = nil) async throws -> EventListener {
    EventListener(
      try await transport.stream(
        WireRequest(.transactionEvents, accessToken: token), after: lastEventID))
  }

  /// Signs up over any transport.
  static func signUp(
    _ userName: String, _ harness: ServiceHarness,
    _ send: (WireRequest) async throws -> WireResponse
  ) async throws -> String {
    let requested = try await send(
      WireRequest(.signUp, body: SignUpRequest(userName: userName, displayName: "Ada").json))
    let codeRequest = try CodeRequestAnswer(json: requested.body ?? .null).codeRequest
    let code = try await harness.newestCode(to: userName)
    let opened = try await send(
      WireRequest(
        .openSession, body: SessionRequest.code(codeRequest: codeRequest, validateCode: code).json))
    return try SessionAnswer(json: opened.body ?? .null).accessToken.exposed
  }

  /// Registers a key, by the wire alone.
  static func registerKey(
    _ token: String, _ harness: ServiceHarness, to recipient: String = "ada@example.com",
    _ send: (WireRequest) async throws -> WireResponse
  ) async throws -> TestAuthenticator {
    _ = try await send(
      WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .register).json))
    let code = try await harness.newestCode(to: recipient)
    let options = try await send(
      WireRequest(
        .registrationOptions, accessToken: token,
        body: RegistrationOptionsRequest(validateCode: code).json))
    let authenticator = try harness.newAuthenticator()
    let response = try authenticator.register(
      CredentialCreationOptions(json: options.body ?? .null))
    _ = try await send(WireRequest(.registerCredential, accessToken: token, body: response.json))
    return authenticator
  }
}

/// The waits that were asked for, none of which took place.
final class RecordedSleeps: Sendable {
  private let durations = Mutex<[Duration]>([])

  var all: [Duration] { durations.withLock { $0 } }

  func record(_ duration: Duration) { durations.withLock { $0.append(duration) } }
}

extension Route {
  /// Every route that a harness serves.
  static let served = Route.all + Route.ofMoneyOrders
}

extension Reason {
  /// Every reason that a harness gives.
  static let given = Reason.all + Reason.ofMoneyOrders
}

/// What a module adds that has neither actions nor jobs.
struct NoParts: ModuleParts {
  let actions: [any ScenarioAction] = []
  let jobs: [any JobKind] = []
}
