import CountersignClient
import CountersignDevice
import CountersignTransport
import NIOCore
import ToolSupport
import WebAuthnModel
import WireModel

/// One client: an account with a session, a key and a connection of its own.
struct BenchClient: Sendable {
  let key: BenchKey
  let connection: BenchConnection
  /// By benchmark, the heads of its calls.
  private let tokens: [String: BenchTokens]
  private let session: AccountSession

  /// Signs up, opens a session and registers a key, as an app would.
  static func signUp(
    _ number: Int, on target: BenchTarget, _ server: ServerConnection, _ address: ServerAddress,
    run: String, for benchmarks: [any Benchmark]
  ) async throws -> BenchClient {
    let userName = "bench-\(run)-\(number)@example.com"
    let signIn = Mailbox(path: target.mailboxFile, recipient: userName, purpose: .signIn)
    let register = Mailbox(path: target.mailboxFile, recipient: userName, purpose: .register)
    do {
      let request = try await server.signUp(userName: userName, displayName: "Bench \(number)")
      let session = try await server.openSession(
        codeRequest: request.codeRequest, code: try await signIn.newCode(after: 0, seconds: 60))
      try await session.requestCode(.register)
      let code = try await register.newCode(after: 0, seconds: 60)
      let key = BenchKey(origin: address.origin)
      try await session.registerCredential(
        with: key, entitledBy: RegistrationOptionsRequest(validateCode: code))
      return try await BenchClient(key, session, benchmarks, port: address.port)
    } catch let error as ClientError {
      throw CommandFailure(error)
    }
  }

  private init(
    _ key: BenchKey, _ session: AccountSession, _ benchmarks: [any Benchmark], port: Int
  ) async throws {
    (self.key, self.session) = (key, session)
    connection = try await BenchConnection.open(port: port)
    tokens = Dictionary(
      uniqueKeysWithValues: benchmarks.map {
        ($0.name, BenchTokens(session, $0.calls, port: port))
      })
  }

  private init(_ client: BenchClient, port: Int) async throws {
    (key, session, tokens) = (client.key, client.session, client.tokens)
    await client.connection.close()
    connection = try await BenchConnection.open(port: port)
  }

  /// Gives each of several servers its share of the clients.
  static func spread(_ clients: [BenchClient], over ports: [Int]) async throws -> [BenchClient] {
    guard ports.count > 1 else { return clients }
    var spread: [BenchClient] = []
    for (number, client) in clients.enumerated() {
      spread.append(try await BenchClient(client, port: ports[number % ports.count]))
    }
    return spread
  }

  /// The bytes of a call of a benchmark.
  func request(
    _ benchmark: any Benchmark, _ number: Int, _ body: JSONValue
  ) throws -> ByteBuffer {
    guard let tokens = tokens[benchmark.name] else {
      throw CommandFailure(.environment, "the client has no calls of \(benchmark.name)")
    }
    return BenchTokens.request(try tokens.head(number), body)
  }

  /// The bytes of a question in the client's session.
  func question(_ route: Route, _ parameters: [String: String]) -> ByteBuffer {
    ByteBuffer(
      string: "GET \(route.path(parameters) ?? route.path) HTTP/1.1\r\nhost: localhost\r\n"
        + "authorization: \(session.tokenType.rawValue) \(session.accessToken.exposed)\r\n\r\n")
  }

  /// Approves once, from end to end.
  func approve(_ benchmark: any Benchmark, _ figures: inout CallFigures) async throws {
    guard let tokens = tokens[benchmark.name] else { return }
    let person = TimedPerson(key, connection, tokens, benchmark.calls)
    let start = ContinuousClock.now
    try await benchmark.approve(by: person)
    let duration = ContinuousClock.now - start
    for (place, duration) in person.durations { figures.record(place, duration) }
    figures.record(benchmark.calls.count, duration)
    if figures.exchanges.isEmpty { figures.exchanges = person.exchanges }
  }
}

/// The person of one approval over a connection, who notes how long each call takes.
private final class TimedPerson: BenchPerson {
  private let key: BenchKey
  private let connection: BenchConnection
  private let tokens: BenchTokens
  private let calls: [BenchCall]
  private(set) var durations: [(place: Int, duration: Duration)] = []
  private(set) var exchanges: [BareExchange] = []

  init(
    _ key: BenchKey, _ connection: BenchConnection, _ tokens: BenchTokens, _ calls: [BenchCall]
  ) {
    (self.key, self.connection, self.tokens, self.calls) = (key, connection, tokens, calls)
  }

  func call(_ number: Int, _ body: JSONValue) async throws -> JSONValue {
    let request = BenchTokens.request(try tokens.head(number), body)
    let start = ContinuousClock.now
    var answer = try await connection.send(request)
    while answer.status == 503, answer.retryAfterSeconds != nil {
      // Shed: it comes again sooner than it is asked to, so that the load stays as it is.
      try await Task.sleep(for: .milliseconds(10))
      answer = try await connection.send(request)
    }
    durations.append((number, ContinuousClock.now - start))
    tokens.take(nonce: answer.nonce)
    guard answer.status == 200 else {
      throw CommandFailure(
        .refused, "status \(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
    }
    exchanges.append(BareExchange(calls[number].path, request, answer))
    return try JSONValue(parsing: answer.body)
  }

  func sign(_ options: CredentialRequestOptions) throws -> AssertionResponse {
    try key.assertion(over: options.challenge, relyingPartyID: options.relyingPartyID)
  }
}

extension ServerAddress {
  /// The port of an address of this machine.
  var port: Int {
    let text = origin.text
    return text.split(separator: ":").last.flatMap { Int($0) }
      ?? (text.hasPrefix("https") ? 443 : 80)
  }
}

/// The head of a client's calls, with a proof of the key of a bound token.
struct BenchTokens: Sendable {
  private let accessToken: SecretText
  private let binding: TokenBinding?
  private let calls: [BenchCall]
  /// By call, the head without the proof.
  private let heads: [String]

  /// The heads of the calls of a benchmark.
  init(_ session: AccountSession, _ calls: [BenchCall], port: Int) {
    (accessToken, binding, self.calls) = (session.accessToken, session.connection.binding, calls)
    heads = calls.map { call in
      """
      POST \(call.path) HTTP/1.1\r\nhost: localhost:\(port)\r\n\
      authorization: \(session.tokenType.rawValue) \(session.accessToken.exposed)\r\n\
      accept: application/json, application/problem+json\r\n\
      content-type: application/json\r\n
      """
    }
  }

  /// The head of a call, without the body's length.
  func head(_ number: Int) throws -> String {
    guard let binding else { return heads[number] }
    let call = calls[number]
    let request = try binding.prove(
      WireRequest(call.route, parameters: call.parameters, accessToken: accessToken.exposed))
    guard let proof = request.possessionProof else {
      throw CommandFailure(.environment, "the client has no key for its token")
    }
    return heads[number] + "dpop: \(proof)\r\n"
  }

  /// A call of its head and its body.
  static func request(_ head: String, _ body: JSONValue) -> ByteBuffer {
    let bytes = body.serialized()
    var buffer = ByteBuffer()
    buffer.reserveCapacity(head.utf8.count + bytes.count + 32)
    buffer.writeString(head)
    buffer.writeString("content-length: \(bytes.count)\r\n\r\n")
    buffer.writeBytes(bytes)
    return buffer
  }

  /// Takes the nonce for the next proofs from an answer.
  func take(nonce: String?) { binding?.take(nonce: nonce) }

  /// Binds the tokens of a client to keys in memory.
  static func binding(at address: String) -> TokenBinding {
    TokenBinding(address: address, keys: MemorySessionKeys())
  }
}
