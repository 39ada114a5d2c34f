public import CountersignClient
import CountersignDevice
import CountersignTransport
public import FlowModel
import Foundation
import ToolSupport
import WebAuthnModel
import WireModel

/// A phone that is switched on: its home, its connection, and the SDK over both.
public struct Phone: Sendable {
  let home: PhoneHome
  let address: ServerAddress
  let connection: ServerConnection
  let device: DeviceKeys
  let manager: FlowManager
  private let options: PhoneOptions
  private let hints: [String: String]

  var installation: Installation { manager.installation }

  /// Runs a command with the phone's accounts.
  ///
  /// - Parameters:
  ///   - options: The options of every command of the phone.
  ///   - hints: The next step for a reason of a module's own, by its code.
  ///   - work: The command.
  /// - Throws: `CommandFailure` for what the SDK cannot do, and every other error of the command.
  public static func use(
    _ options: PhoneOptions, hints: [String: String] = [:],
    _ work: (Phone) async throws -> Void
  ) async throws {
    try await use(options, hints: hints, lock: .obeyed, work)
  }

  /// The effect of the phone's lock on a command.
  enum LockRule {
    /// It is refused while the phone is locked.
    case obeyed
    /// It is what locks or opens the phone.
    case handled
  }

  /// Runs a command with the phone's accounts, which may be what opens the phone.
  static func use(
    _ options: PhoneOptions, hints: [String: String] = [:], lock: LockRule,
    _ work: (Phone) async throws -> Void
  ) async throws {
    let home = PhoneHome(directory: options.home)
    try await use(options, at: try await home.server(), hints: hints, lock: lock, work)
  }

  /// Runs a command at a server, which may be a new one.
  static func use(
    _ options: PhoneOptions, at server: String, hints: [String: String] = [:],
    lock: LockRule = .obeyed, _ work: (Phone) async throws -> Void
  ) async throws {
    if case .obeyed = lock, try await PhoneHome(directory: options.home).lockedAccount() != nil {
      throw CommandFailure.phoneLocked
    }
    guard let address = ServerAddress(server) else {
      throw CommandFailure(
        .wrongUse, "\(server) is no address of a server",
        hint: "give https://host, or http://localhost:8080 for a server on this machine")
    }
    let transport = HTTPTransport(address: address)
    let counting = CountingTransport(transport)
    do {
      try await work(Phone(options, address, counting, hints))
    } catch {
      await transport.shutdown()
      await report(counting, options)
      switch error {
      case let error as ClientError: throw CommandFailure(error, hints: hints)
      case let error as VaultError: throw CommandFailure(error)
      default: throw error
      }
    }
    await transport.shutdown()
    await report(counting, options)
  }

  private init(
    _ options: PhoneOptions, _ address: ServerAddress, _ transport: any Transport,
    _ hints: [String: String]
  ) {
    self.options = options
    self.hints = hints
    self.address = address
    home = PhoneHome(directory: options.home)
    let vault = home.vault
    let presence = TerminalPresence(answersYes: options.yes)
    device = DeviceKeys(
      vault: vault, relyingPartyID: RelyingPartyID(options.rpID ?? Self.host(of: address)))
    // Each command is a process of its own: the device signs a new key for the session in each.
    connection = ServerConnection(
      transport: transport, languages: options.languages,
      binding: TokenBinding(
        address: address.description, keys: MemorySessionKeys(), device: device))
    manager = FlowManager(
      connection: connection, device: device, vault: vault,
      authenticator: { account in
        SoftwareAuthenticator(
          vault: vault, account: account, origin: address.origin, presence: presence)
      }, configuration: FlowConfiguration(deviceName: options.name))
  }

  /// The connection of a phone that is no device of its account: nothing could sign a new key for a
  /// session in the next command's process.
  var deviceless: ServerConnection {
    ServerConnection(transport: connection.transport, languages: connection.languages)
  }

  /// True if a script stands in for the person.
  var answersYes: Bool { options.yes }

  /// The session of an account; of the one that is used where none is named.
  ///
  /// - Throws: `CommandFailure` if the phone has no such account.
  public func session(of accountID: String? = nil) async throws -> AccountSession {
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

  /// Gives the authenticator of an account.
  func authenticator(of session: AccountSession) -> SoftwareAuthenticator {
    SoftwareAuthenticator(
      vault: home.vault, account: session.accountID, origin: address.origin,
      presence: TerminalPresence(answersYes: options.yes))
  }

  /// Starts a flow and shows it until it is done.
  ///
  /// - Parameters:
  ///   - answers: The flags' answers; the person gives all others.
  ///   - start: Starts the flow.
  /// - Returns: The flow in DONE.
  /// - Throws: `CommandFailure` for a flow that cannot be started or ends in ERROR.
  public func show(
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
    var screen = FlowScreen(manager, person, hints: hints)
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
      options.print(done: text)
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

extension Phone {
  /// Proves a change of factors by one that is there; nil where the account has none.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - session: Whose factor.
  ///   - pin: The PIN, where a flag gives it.
  /// - Returns: The proof, good once.
  /// - Throws: Where there is none, or a call fails.
  func proof(
    of change: FactorChange, in session: AccountSession, pin: String?
  ) async throws -> Proof? {
    try await proof(in: session, pin: pin) { session in
      try await session.options(changing: change)
    }
  }

  /// Proves by the strongest factor that this phone has: its own PIN, a key that it holds, or else
  /// the PIN that is sent in the body.
  private func proof(
    in session: AccountSession, pin: String?,
    over challenges: (AccountSession) async throws -> LinkedOptions
  ) async throws -> Proof? {
    let factors = try await session.secondFactor()
    guard factors.hasPIN || factors.hasBiometrics else { return nil }
    let linked = try await challenges(session)
    if factors.hasPIN, let challenge = linked.pinChallenge {
      let given = try PhonePIN.obtain(pin, "the PIN:")
      let shown = DeviceChallenge(challenge, linked.document)
      return .pinProof(try await device.provePIN(given, shown, of: session.accountID))
    }
    let authenticator = authenticator(of: session)
    let held = try? await authenticator.credentials(for: linked.options.relyingPartyID)
    let isHeld = linked.options.allowCredentials.contains { held?.contains($0.id) == true }
    // Who gives the PIN wants to prove by it, though a key is worth more.
    guard isHeld && pin == nil || !factors.hasPIN else {
      return .pin(try PhonePIN.obtain(pin, "the account's PIN:"))
    }
    let request = SigningRequest(linked.options, document: linked.document)
    do throws(AuthenticatorError) {
      return .assertion(try await authenticator.sign(request))
    } catch {
      throw ClientError.authenticator(error)
    }
  }

  /// Gives the entitlement to a further factor: one that the account has, or for the first a mailed
  /// code.
  func entitlement(
    to change: FactorChange, in session: AccountSession, pin: String?, codes: CodeOptions
  ) async throws -> RegistrationOptionsRequest {
    if let proof = try await proof(of: change, in: session, pin: pin) {
      return RegistrationOptionsRequest(proof: proof)
    }
    let recipient = await home.userName(of: session.accountID)
    let code = try await obtainCode(codes, to: recipient, for: .register) {
      try await session.requestCode(.register)
    }
    return RegistrationOptionsRequest(validateCode: code)
  }
}

extension Phone {
  /// Reads what a session shows only once a factor was proved in it: whoever sits at the terminal
  /// is asked for that one step more.
  ///
  /// - Parameters:
  ///   - account: Whose session, by the id; nil for the account that was used last.
  ///   - pin: The PIN, where a flag gives it: then a script takes that step too.
  ///   - call: What is read.
  /// - Returns: What was read, and the session that it was read in.
  /// - Throws: Where the call fails, or the step.
  public func read<Answer: Sendable>(
    of account: String? = nil, pin: String? = nil, _ call: (AccountSession) async throws -> Answer
  ) async throws -> (session: AccountSession, answer: Answer) {
    let session = try await session(of: account)
    do {
      return (session, try await call(session))
    } catch let error as ClientError
      where error.reason == .insufficientUserAuthentication && (options.hasPerson || pin != nil)
    {
      Console.note("one more step: this session has not proved enough yet")
      let raised = try await raise(session, pin: pin)
      return (raised, try await call(raised))
    }
  }

  /// Proves a factor in a session, which shows more of its account then, and keeps its new token.
  func raise(_ session: AccountSession, pin: String?) async throws -> AccountSession {
    let proof = try await proof(in: session, pin: pin) { session in
      let linked: LinkedOptions = try await session.call(
        .linkedOptions, body: LinkedOptionsRequest(scenario: .signIn, payload: [:]))
      guard linked.document.scenario == .signIn, linked.document.fields.isEmpty else {
        throw ClientError.mismatch(.transactionNotAsAsked)
      }
      return linked
    }
    guard let proof else {
      throw CommandFailure(
        .refused, "the account has no PIN and no key that could be proved",
        hint: "set one with countersign phone register or set-pin")
    }
    let raised = try await session.raised(by: proof, operation: OperationID(UUID().uuidString))
    let current = try await installation.current()
    guard let account = try await installation.account(session.accountID) else { return raised }
    try await installation.add(raised, displayName: account.displayName)
    if let current { try await installation.select(current.id) }
    return raised
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
