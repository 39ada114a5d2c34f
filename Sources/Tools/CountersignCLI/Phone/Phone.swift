import CountersignClient
import CountersignDevice
import CountersignTransport
import WebAuthnModel
import WireModel

/// A phone that is switched on: its home, its connection, its authenticator.
struct Phone {
  let account: PhoneAccount
  let session: AccountSession
  let authenticator: SoftwareAuthenticator
  let vault: FileVault

  /// Runs a command with the account that signed up last.
  static func use(
    _ options: PhoneOptions, _ work: (Phone) async throws -> Void
  ) async throws {
    let home = PhoneHome(directory: options.home)
    let account = try await home.account()
    try await connect(to: account.server, options) { connection, address in
      let phone = Phone(
        account: account,
        session: AccountSession(
          connection: connection, accountID: account.accountID,
          accessToken: account.accessToken),
        authenticator: SoftwareAuthenticator(
          vault: home.vault, account: account.accountID, origin: address.origin,
          presence: TerminalPresence(answersYes: options.yes)),
        vault: home.vault)
      try await work(phone)
    }
  }

  /// Opens a connection for the time of a command.
  static func connect(
    to server: String, _ options: PhoneOptions,
    _ work: (ServerConnection, ServerAddress) async throws -> Void
  ) async throws {
    guard let address = ServerAddress(server) else {
      throw CommandFailure(
        .wrongUse, "\(server) is no address of a server",
        hint: "give https://host, or http://localhost:8080 for a server on this machine")
    }
    let transport = HTTPTransport(address: address)
    let counting = CountingTransport(transport)
    do {
      try await work(ServerConnection(transport: counting), address)
    } catch {
      await transport.shutdown()
      await report(counting, options)
      if let error = error as? ClientError { throw CommandFailure(error) }
      throw error
    }
    await transport.shutdown()
    await report(counting, options)
  }

  private static func report(_ transport: CountingTransport, _ options: PhoneOptions) async {
    guard options.verbose else { return }
    let calls = await transport.calls
    for call in calls { Console.note("  " + call) }
    Console.note(calls.count == 1 ? "1 network call" : "\(calls.count) network calls")
  }
}

/// A transport that counts.
actor CountingTransport: Transport {
  private let transport: any Transport
  private(set) var calls: [String] = []

  init(_ transport: any Transport) { self.transport = transport }

  func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
    calls.append(request.description)
    return try await transport.send(request)
  }

  func events(
    _ request: WireRequest, after lastEventID: String?
  ) async throws(TransportError) -> EventAnswer {
    calls.append(request.description)
    return try await transport.events(request, after: lastEventID)
  }
}

/// Stands for the fingerprint reader: a question in the terminal.
struct TerminalPresence: UserPresence {
  let answersYes: Bool

  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
    guard !answersYes else { return }
    let text =
      switch question {
      case .create(let relyingParty, let userName):
        "make a key for \(userName) at \(relyingParty.text)?"
      case .sign(let relyingParty, .transaction(let shown)):
        "sign for \(relyingParty.text): \(shown.prompt)?"
      case .sign(let relyingParty, .scenario(_, let prompt)):
        "sign for \(relyingParty.text): \(prompt)?"
      }
    guard Terminal.confirm("biometrics, are you there? " + text) else { throw .cancelled }
  }
}
