import CountersignClient
import CountersignDevice
import CountersignTransport
import FlowModel
import Foundation
import WebAuthnModel
import WireModel

/// A phone that is switched on: its home, its connection, and the SDK over both.
struct Phone {
  let home: PhoneHome
  let address: ServerAddress
  let connection: ServerConnection
  let device: DeviceKeys
  let manager: FlowManager
  private let options: PhoneOptions

  var installation: Installation { manager.installation }

  /// Runs a command with the phone's accounts.
  static func use(
    _ options: PhoneOptions, _ work: (Phone) async throws -> Void
  ) async throws {
    let home = PhoneHome(directory: options.home)
    try await use(options, at: try await home.server(), work)
  }

  /// Runs a command at a server, which may be a new one.
  static func use(
    _ options: PhoneOptions, at server: String, _ work: (Phone) async throws -> Void
  ) async throws {
    guard let address = ServerAddress(server) else {
      throw CommandFailure(
        .wrongUse, "\(server) is no address of a server",
        hint: "give https://host, or http://localhost:8080 for a server on this machine")
    }
    let transport = HTTPTransport(address: address)
    let counting = CountingTransport(transport)
    do {
      try await work(Phone(options, address, ServerConnection(transport: counting)))
    } catch {
      await transport.shutdown()
      await report(counting, options)
      switch error {
      case let error as ClientError: throw CommandFailure(error)
      case let error as VaultError: throw CommandFailure(error)
      default: throw error
      }
    }
    await transport.shutdown()
    await report(counting, options)
  }

  private init(_ options: PhoneOptions, _ address: ServerAddress, _ connection: ServerConnection) {
    self.options = options
    self.address = address
    self.connection = connection
    home = PhoneHome(directory: options.home)
    let vault = home.vault
    let presence = TerminalPresence(answersYes: options.yes)
    device = DeviceKeys(
      vault: vault, relyingPartyID: RelyingPartyID(options.rpID ?? Self.host(of: address)))
    manager = FlowManager(
      connection: connection, device: device, vault: vault,
      authenticator: { account in
        SoftwareAuthenticator(
          vault: vault, account: account, origin: address.origin, presence: presence)
      }, configuration: FlowConfiguration(deviceName: options.name))
  }

  /// Whether a script stands in for the person.
  var answersYes: Bool { options.yes }

  /// The session of an account; of the one that is used where none is named.
  func session(of accountID: String? = nil) async throws -> AccountSession {
    guard let session = try await installation.session(of: accountID) else {
      throw CommandFailure.noAccount
    }
    return session
  }

  /// The account that a person names, by its name or its id; nil where nobody is named.
  func account(named wanted: String?) async throws -> String? {
    guard let wanted else { return nil }
    let chosen = try await installation.accounts()
      .filter { $0.id == wanted || $0.displayName == wanted }
    guard let account = chosen.first, chosen.count == 1 else {
      throw CommandFailure(
        .wrongUse, chosen.isEmpty ? "no account \(wanted)" : "several accounts are \(wanted)",
        hint: "give an id of countersign phone accounts")
    }
    return account.id
  }

  /// What signs for an account.
  func authenticator(of session: AccountSession) -> SoftwareAuthenticator {
    SoftwareAuthenticator(
      vault: home.vault, account: session.accountID, origin: address.origin,
      presence: TerminalPresence(answersYes: options.yes))
  }

  /// Starts a flow and shows it until it is done.
  func show(
    _ answers: GivenAnswers, _ start: (FlowManager) async throws -> Void
  ) async throws -> Flow {
    try await show(to: person(answers), start)
  }

  /// The person before this phone.
  func person(_ answers: GivenAnswers) -> Person { Person(answers, answersYes: options.yes) }

  /// Starts a flow and shows it to a person until it is done.
  func show(
    to person: Person, _ start: (FlowManager) async throws -> Void
  ) async throws -> Flow {
    do {
      try await start(manager)
    } catch let error as FlowInputError {
      throw CommandFailure(.wrongUse, FlowScreen.text(for: error))
    }
    var screen = FlowScreen(manager, person)
    return try await screen.run()
  }

  /// Runs a flow over the factors of the account that is meant, and says that it is done.
  static func manage(
    _ options: PhoneOptions, _ answers: PhoneAnswers, done text: String,
    _ start: (FlowManager, String?) async throws -> Void
  ) async throws {
    try await use(options) { phone in
      let account = try await phone.account(named: answers.account)
      _ = try await phone.show(answers.given) { manager in try await start(manager, account) }
      Console.print(text)
    }
  }

  private static func host(of address: ServerAddress) -> String {
    URL(string: address.description)?.host ?? address.description
  }

  private static func report(_ transport: CountingTransport, _ options: PhoneOptions) async {
    guard options.verbose else { return }
    let calls = await transport.calls
    for call in calls { Console.note("  " + call) }
    Console.note(calls.count == 1 ? "1 network call" : "\(calls.count) network calls")
  }
}
