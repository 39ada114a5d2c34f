import CountersignClient
import CountersignSQLite
import CountersignServer
import Synchronization
import ToolSupport
import WebAuthnModel
import WireModel

/// A whole server in this process, without sockets, with one account on it.
struct BenchLoopback: Sendable {
  private let benchmark: any Benchmark
  private let store: SQLiteStore
  private let person: LoopbackPerson

  /// Starts a server for a benchmark.
  ///
  /// - Parameters:
  ///   - benchmark: The benchmark, whose modules it has.
  ///   - folder: The folder for the database.
  ///   - tokens: How the account's token is sent.
  ///   - hooks: Points within transactions at which a test looks on.
  /// - Throws: `CommandFailure`, and every error of the store and of the account's calls.
  init(
    _ benchmark: some Benchmark, folder: String, tokens: TokenType = .bearer,
    hooks: StoreHooks = StoreHooks()
  ) async throws {
    self.benchmark = benchmark
    guard let origin = Origin("http://localhost:8080") else {
      throw CommandFailure(.environment, "the benchmark's origin is none")
    }
    let modules = benchmark.modules
    let keyring = Keyring.generated()
    store = try SQLiteStore(
      path: folder + "/countersign.sqlite", schemas: .of(modules), seals: StoreSeals(keyring),
      hooks: hooks)
    var policy = ServicePolicy()
    try policy.scenarios.declare(DeclaredApproval.declared())
    let service = Service(
      store: store, keyring: keyring,
      ceremony: CeremonyPolicy(relyingPartyID: RelyingPartyID("localhost"), origins: [origin]),
      relyingPartyName: "Countersign", policy: policy, modules: modules)
    try await service.prepareModules()
    let transport = LoopbackConnection(LoopbackTransport(service))
    let binding = tokens == .dpop ? BenchTokens.binding(at: origin.text) : nil
    let connection = ServerConnection(transport: transport, binding: binding)
    let codes = NewestCode()
    let userName = "bench@example.com"
    let request = try await connection.signUp(userName: userName, displayName: "Bench")
    let session = try await connection.openSession(
      codeRequest: request.codeRequest, code: try await codes.next(from: service))
    try await session.requestCode(.register)
    let key = BenchKey(origin: origin)
    try await session.registerCredential(
      with: key,
      entitledBy: RegistrationOptionsRequest(validateCode: try await codes.next(from: service)))
    person = LoopbackPerson(
      transport: transport, accessToken: session.accessToken, binding: binding, key: key,
      calls: benchmark.calls)
  }

  /// One approval from end to end.
  func approve() async throws { try await benchmark.approve(by: person) }

  func close() async throws { try await store.close() }
}

/// The account of a server in this process.
private struct LoopbackPerson: BenchPerson {
  let transport: LoopbackConnection
  let accessToken: SecretText
  let binding: TokenBinding?
  let key: BenchKey
  let calls: [BenchCall]

  func call(_ number: Int, _ body: JSONValue) async throws -> JSONValue {
    let call = calls[number]
    let request = WireRequest(
      call.route, parameters: call.parameters, accessToken: accessToken.exposed, body: body)
    let answer = try await transport.send(binding?.prove(request) ?? request)
    binding?.take(nonce: answer.possessionNonce)
    guard answer.status == 200, let body = answer.body else {
      throw CommandFailure(.refused, "\(call.name) is answered with status \(answer.status)")
    }
    return body
  }

  func sign(_ options: CredentialRequestOptions) throws -> AssertionResponse {
    try key.assertion(over: options.challenge, relyingPartyID: options.relyingPartyID)
  }
}

/// Keeps the newest code that was mailed.
private final class NewestCode: Messenger {
  private let code = Mutex<SecretText?>(nil)

  func deliver(_ message: Message) async throws {
    if let mailed = message.code { code.withLock { $0 = mailed } }
  }

  func next(from service: Service) async throws -> SecretText {
    await service.outbox(messenger: self, courier: nil, log: .silent).runDue(only: .message)
    guard let code = code.withLock({ $0 }) else {
      throw CommandFailure(.environment, "no code was mailed")
    }
    return code
  }
}
