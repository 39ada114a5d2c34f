#if PostgreSQL
  import CountersignClient
  import CountersignTesting
  import CountersignTransport
  import Foundation
  import ProgramTesting
  import Testing
  import WebAuthnModel
  import WireModel

  /// A person who calls two nodes in turn, and their proxy where it does not matter which.
  struct NodeCaller {
    static let name = "ada@example.com"

    let stage: DemoNodes
    /// The access token of the person's session.
    let token: String
    private let accountID: String
    private let key: TestAuthenticator
    private let nodes: [HTTPTransport]
    private let proxy: HTTPTransport

    /// Signs up at one node and in at the other.
    init(_ stage: DemoNodes) async throws {
      self.stage = stage
      nodes = try stage.servers.map {
        HTTPTransport(address: try #require(ServerAddress($0.address)))
      }
      proxy = HTTPTransport(address: try #require(ServerAddress(stage.nginx.address)))
      key = try TestAuthenticator(
        relyingPartyID: RelyingPartyID("localhost"),
        origin: try #require(Origin(stage.nginx.address)))
      let (request, code) = try await Self.requestCode(stage, nodes[0])
      let opening = Self.openSession(request, code)
      let opened = try await nodes[1].send(opening)
      let session = try SessionAnswer(json: try #require(opened.body))
      (token, accountID) = (session.accessToken.exposed, session.accountID)
      // The code is spent, wherever it comes to next.
      for node in nodes { #expect(try await node.send(opening).status == 401) }
    }

    /// Sends a request to the node of a number; they are counted round.
    func send(_ request: WireRequest, to node: Int) async throws -> WireResponse {
      try await nodes[node % nodes.count].send(request)
    }

    /// The status that a route without a body answers.
    func status(_ route: Route, _ token: String, at node: Int) async throws -> Int {
      try await send(WireRequest(route, accessToken: token), to: node).status
    }

    /// Makes a passkey: with a code, options and a registration of different nodes.
    func registerKey() async throws {
      let code = try await stage.newestCode {
        let asked = try await send(
          WireRequest(.requestCode, accessToken: token, body: CodeRequest(purpose: .register).json),
          to: 1)
        #expect(asked.status == 202)
      }
      let options = try await send(
        WireRequest(
          .registrationOptions, accessToken: token,
          body: RegistrationOptionsRequest(validateCode: code).json), to: 0)
      let response = try key.register(CredentialCreationOptions(json: try #require(options.body)))
      let registered = try await send(
        WireRequest(.registerCredential, accessToken: token, body: response.json), to: 1)
      #expect(registered.status == 201)
    }

    /// Signs in by the passkey, with a challenge of the other node, which is good once.
    func signIn() async throws -> String {
      let options = try await send(
        WireRequest(.sessionOptions, body: SessionOptionsRequest().json), to: 0)
      let challenge = try SessionOptions(json: try #require(options.body)).options.challenge
      let assertion = try key.assert(
        challenge: challenge, userHandle: UserHandle(Array(accountID.utf8)))
      let opening = WireRequest(.openSession, body: SessionRequest.assertion(assertion).json)
      let opened = try await send(opening, to: 1)
      let again = try await send(opening, to: 0)
      #expect((try? SessionAnswer(json: again.body ?? .null)) == nil, "\(again.status)")
      return try SessionAnswer(json: try #require(opened.body)).accessToken.exposed
    }

    /// A proof over the challenge of a node, signed by the passkey or by another key.
    func proof(
      _ scenario: ScenarioName, _ payload: JSONValue, at node: Int, token: String? = nil,
      signedBy other: TestKey? = nil
    ) async throws -> Proof {
      let answered = try await send(
        WireRequest(
          .linkedOptions, accessToken: token ?? self.token,
          body: LinkedOptionsRequest(scenario: scenario, payload: payload).json), to: node)
      let options = try LinkedOptions(json: try #require(answered.body)).options
      var changes = CeremonyChanges()
      changes.signingKey = other
      return .assertion(try key.assert(challenge: options.challenge, changes: changes))
    }

    /// A stream of the person's transactions, through the proxy.
    func events() async throws -> TransactionEvents {
      let answer = try await proxy.events(
        WireRequest(.transactionEvents, accessToken: token), after: nil)
      guard case .stream(let stream) = answer else { throw NotReady(line: "\(answer)") }
      return TransactionEvents(iterator: stream.makeAsyncIterator())
    }

    /// Signs up at a node, which mails a code.
    static func requestCode(
      _ stage: DemoNodes, _ node: HTTPTransport
    ) async throws -> (request: String, code: SecretText) {
      var request = ""
      let code = try await stage.newestCode {
        let asked = try await node.send(
          WireRequest(.signUp, body: SignUpRequest(userName: name, displayName: "Ada").json))
        request = try CodeRequestAnswer(json: try #require(asked.body)).codeRequest
      }
      return (request, code)
    }

    /// The request that opens a session by a mailed code.
    static func openSession(_ request: String, _ code: SecretText) -> WireRequest {
      WireRequest(
        .openSession,
        body: SessionRequest.code(codeRequest: request, validateCode: code).json)
    }

    func shutdown() async { for transport in nodes + [proxy] { await transport.shutdown() } }
  }

  /// A stream of events, of which those of transactions are read.
  struct TransactionEvents {
    var iterator: EventStream.AsyncIterator

    /// The next status of a transaction; what is told of others is passed over.
    mutating func next(of transaction: TransactionAnswer) async throws -> TransactionStatus? {
      while let event = try await iterator.next() {
        guard event.name == "transaction" else { continue }
        let told = try TransactionAnswer(json: event.data)
        if told.id == transaction.id { return told.status }
      }
      return nil
    }
  }

  extension DemoNodes {
    /// The code that is mailed for what a body asks.
    func newestCode(
      after asking: () async throws -> Void
    ) async throws -> SecretText {
      let before = try codes().count
      try await asking()
      while true {
        let codes = try codes()
        if codes.count > before { return SecretText(codes[codes.count - 1]) }
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    private func codes() throws -> [String] {
      let text = try String(contentsOfFile: folder.file("mailbox.jsonl"), encoding: .utf8)
      return text.matches(of: /"code":"(?<code>\d+)"/).map { String($0.code) }
    }
  }
#endif
