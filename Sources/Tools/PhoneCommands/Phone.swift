@_exported public import CountersignClient
import CountersignDevice
import FlowModel
import Foundation
@_exported public import ToolSupport
import WebAuthnModel
import WireModel

/// A phone that is switched on: its home, its connection, and the SDK over both.
public struct Phone: Sendable {
  let home: PhoneHome
  let address: ServerAddress
  let connection: ServerConnection
  /// The connection of a phone that is no device of its account.
  let deviceless: ServerConnection
  let device: DeviceKeys
  let manager: FlowManager
  /// The flows of an account that this phone is no device of: nothing could sign a new key for its
  /// session in the next command's process, so that the session is bound to none.
  let devicelessManager: FlowManager
  private let options: any PhoneSettings
  /// The words for reasons, by their codes: the person's, and those of a module.
  let texts: [String: ReasonText]
  let said: SaidOfAccount
  /// The tries that the server told last.
  let limits: ToldLimits
  /// The words for whoever sits at the terminal.
  let words: PhoneWords

  var installation: Installation { manager.installation }

  /// Runs a command with the phone's accounts.
  ///
  /// - Parameters:
  ///   - options: The options of the command.
  ///   - texts: The words for reasons of a module's own, by their codes.
  ///   - pin: The PIN, where a flag gives it: who signs in again is not asked for it. Secret.
  ///   - work: The command.
  /// - Throws: `CommandFailure` for what the SDK cannot do, and every other error of the command.
  public static func use(
    _ options: some PhoneSettings, texts: [String: ReasonText] = [:], pin: String? = nil,
    _ work: (Phone) async throws -> Void
  ) async throws {
    try await use(options, texts: texts, lock: .obeyed, pin: pin, work)
  }

  /// The effect of the phone's lock on a command.
  enum LockRule {
    /// It is refused while the phone is locked.
    case obeyed
    /// It is what locks or opens the phone.
    case handled
    /// A full login: refused while an app PIN opens the phone, and what opens it where none does.
    case logsIn
  }

  /// Runs a command with the phone's accounts, which may be what opens the phone.
  static func use(
    _ options: any PhoneSettings, texts: [String: ReasonText] = [:], lock: LockRule,
    name: String = Phone.defaultName, pin: String? = nil, _ work: (Phone) async throws -> Void
  ) async throws {
    let server: String
    do {
      server = try await PhoneHome(directory: options.home).server()
    } catch {
      throw options.said(error)
    }
    try await use(options, at: server, texts: texts, lock: lock, name: name, pin: pin, work)
  }

  /// Runs a command at a server, which may be a new one.
  static func use(
    _ options: any PhoneSettings, at server: String, texts: [String: ReasonText] = [:],
    lock: LockRule = .obeyed, name: String = Phone.defaultName, pin: String? = nil,
    _ work: (Phone) async throws -> Void
  ) async throws {
    guard let address = ServerAddress(server) else {
      throw CommandFailure(
        .wrongUse,
        options.endWords.of(
          "\(server) is no address of a server", "\(server) ist keine Adresse eines Servers"),
        hint: options.endWords.of(
          "give https://host, or http://localhost:8080 for a server on this machine",
          "geben Sie https://host an, oder http://localhost:8080 für einen Server auf diesem "
            + "Rechner"))
    }
    let limits = ToldLimits(server: address.description)
    let counting = CountingTransport(
      try transport(to: address), telling: limits,
      late: options.hasPerson ? LateAnswer(options.words) : nil)
    let phone = Phone(options, address, counting, texts, name, SaidOfAccount(pin: pin), limits)
    do {
      if options.hasPerson, let other = options.languageWithoutWords {
        Console.note("the phone has no words in \(other), and speaks English")
      }
      try await phone.requireOpen(by: lock)
      try await phone.signedIn { try await work(phone) }
    } catch {
      let failure = options.said(await phone.failure(of: error))
      await report(counting, options)
      throw failure
    }
    await report(counting, options)
  }

  private init(
    _ options: any PhoneSettings, _ address: ServerAddress, _ transport: any Transport,
    _ texts: [String: ReasonText], _ name: String, _ said: SaidOfAccount, _ limits: ToldLimits
  ) {
    self.options = options
    self.said = said
    self.limits = limits
    self.address = address
    home = PhoneHome(directory: options.home)
    let vault = home.vault
    words = options.words
    self.texts = texts.merging(options.endWords.reasons) { own, _ in own }
    let presence = TerminalPresence(answersYes: options.yes, words: words)
    device = DeviceKeys(
      vault: vault, relyingPartyID: RelyingPartyID(options.rpID ?? Self.host(of: address)))
    // Each command is a process of its own: the device signs a new key for the session in each.
    connection = ServerConnection(
      transport: transport, languages: options.languages,
      binding: TokenBinding(
        address: address.description, keys: MemorySessionKeys(), device: device))
    deviceless = ServerConnection(transport: transport, languages: options.languages)
    var configuration = FlowConfiguration(deviceName: name, texts: words.flowTexts)
    configuration.now = { Date.now.formatted(.iso8601) }
    let authenticator = { @Sendable (account: String) -> any Authenticator in
      SoftwareAuthenticator(
        vault: vault, account: account, origin: address.origin, presence: presence)
    }
    manager = FlowManager(
      connection: connection, device: device, vault: vault, authenticator: authenticator,
      configuration: configuration)
    devicelessManager = FlowManager(
      connection: deviceless, device: device, vault: vault, authenticator: authenticator,
      configuration: configuration)
  }

  /// The flows that sign in to an account, by its id; nil for the one that the person picks.
  func loginManager(of account: String?) async throws -> FlowManager {
    let wanted = if let account { account } else { try await installation.current()?.id }
    guard let wanted, try await !isDevice(wanted) else { return manager }
    return devicelessManager
  }

  /// True if a script stands in for the person.
  var answersYes: Bool { options.yes }

  /// True if somebody sits at the terminal who can be asked.
  public var hasPerson: Bool { options.hasPerson }

  /// The words for the end of a command.
  var endWords: PhoneWords { options.endWords }

  /// The session of an account; of the one that is used where none is named.
  ///
  /// - Throws: `CommandFailure` if the phone has no such account, or no session of it.
  public func session(of accountID: String? = nil) async throws -> AccountSession {
    if let session = try await installation.session(of: accountID) { return session }
    let account =
      if let accountID {
        try await installation.account(accountID)
      } else {
        try await installation.current()
      }
    throw account == nil ? CommandFailure.noAccount : .sessionOver
  }

  /// The sessions that the phone holds, by their accounts' ids.
  func sessions() async throws -> [String: AccountSession] {
    var sessions: [String: AccountSession] = [:]
    for account in try await installation.accounts() {
      sessions[account.id] = try await installation.session(of: account.id)
    }
    return sessions
  }

  /// The account that a person names, by its name or its id; nil where nobody is named.
  public func account(named wanted: String?) async throws -> String? {
    guard let wanted else { return nil }
    let chosen = try await installation.accounts()
      .filter { $0.id == wanted || $0.displayName == wanted }
    guard let account = chosen.first, chosen.count == 1 else {
      throw CommandFailure.account(wanted, among: chosen.count, in: endWords)
    }
    said.note(account: account.id)
    return account.id
  }

  /// Gives the authenticator of an account, by the account's id.
  func authenticator(of account: String) -> SoftwareAuthenticator {
    SoftwareAuthenticator(
      vault: home.vault, account: account, origin: address.origin,
      presence: TerminalPresence(answersYes: options.yes, words: words))
  }

  /// The relying party for which the phone's keys are.
  var relyingPartyID: RelyingPartyID {
    RelyingPartyID(options.rpID ?? Self.host(of: address))
  }

  /// Starts a flow and shows it until it is done.
  ///
  /// - Parameters:
  ///   - answers: The flags' answers; the person gives all others.
  ///   - manager: Runs the flow; nil for the phone's own.
  ///   - start: Starts the flow.
  /// - Returns: The flow in DONE.
  /// - Throws: `CommandFailure` for a flow that cannot be started or ends in ERROR.
  func show(
    _ answers: GivenAnswers, by manager: FlowManager? = nil,
    _ start: (FlowManager) async throws -> Void
  ) async throws -> Flow {
    if manager == nil { await tellEarlier() }
    return try await show(to: person(answers), by: manager, start)
  }

  /// The person before this phone.
  func person(_ answers: GivenAnswers) -> Person {
    said.note(answers)
    return Person(
      answers, answersYes: options.yes, words: words, endWords: endWords, limits: limits)
  }

  /// Starts a flow and shows it to a person until it is done.
  func show(
    to person: Person, by manager: FlowManager? = nil,
    _ start: (FlowManager) async throws -> Void
  ) async throws -> Flow {
    let manager = manager ?? self.manager
    do {
      try await start(manager)
    } catch let error as FlowInputError {
      throw CommandFailure(.wrongUse, endWords.cause(error))
    }
    var screen = FlowScreen(
      manager, person, at: relyingPartyID.text, texts: texts,
      status: { try await session(of: said.account).transaction($0).status })
    defer { if screen.hasGiven { said.noteProof() } }
    let flow = try await screen.run()
    // Done without a question, it was an earlier command's, which may have set another PIN.
    if flow.setsPIN, !screen.hasAsked { throw CommandFailure.pinSetBefore(endWords) }
    return flow
  }

  /// Runs a flow over the factors of the account that is meant, and says that it is done.
  static func manage(
    _ options: PhoneOptions, of account: AccountOption, _ given: GivenAnswers,
    done text: (PhoneWords) -> String, name: String = Phone.defaultName,
    _ start: (FlowManager, String?) async throws -> Void
  ) async throws {
    try await use(options, lock: .obeyed, name: name) { phone in
      let account = try await phone.account(named: account.account)
      _ = try await phone.show(given) { manager in try await start(manager, account) }
      options.print(done: text)
    }
  }

  /// The name of a phone to which nobody has given one.
  static let defaultName = "terminal phone"

  private static func host(of address: ServerAddress) -> String {
    URL(string: address.description)?.host ?? address.description
  }

  private static func report(_ transport: CountingTransport, _ options: any PhoneSettings) async {
    guard options.verbose else { return }
    let calls = await transport.calls
    for call in calls { Console.note("  " + call) }
    Console.note(options.words.networkCalls(calls.count))
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
      let answer = try await call(session)
      await tellEarlier(of: session.accountID)
      return (session, answer)
    } catch let error as ClientError where error.reason == .insufficientUserAuthentication {
      let pin = pin ?? said.pin
      let provesByYes = try await provesByYes(session.accountID)
      let factors = try await session.secondFactor()
      if await areFactorsGone(factors, in: session) {
        throw await factorsGone(in: session, code: error.reason?.code)
      }
      if factors.hasBiometrics || factors.hasDevicePIN,
        try await !provesHere(factors, of: session)
      {
        throw CommandFailure.keyElsewhere
      }
      guard hasPerson || pin != nil || provesByYes else { throw error }
      if hasPerson { Console.note(words.oneMoreStep) }
      let raised = try await raise(session, pin: pin)
      let answer = try await call(raised)
      await tellEarlier(of: session.accountID)
      return (raised, answer)
    }
  }

  /// Proves a factor in a session, which shows more of its account then, and keeps its new token.
  func raise(_ session: AccountSession, pin: String?) async throws -> AccountSession {
    let raised = try await proving(in: session, pin: pin) { session in
      let linked: LinkedOptions = try await session.call(
        .linkedOptions, body: LinkedOptionsRequest(scenario: .signIn, payload: [:]))
      guard linked.document.scenario == .signIn, linked.document.fields.isEmpty else {
        throw ClientError.mismatch(.transactionNotAsAsked)
      }
      return linked
    } _: { proof in
      guard let proof else {
        try await requireFactorsLeft(in: session)
        throw CommandFailure.nothingToProve
      }
      return try await session.raised(by: proof, operation: OperationID(UUID().uuidString))
    }
    let current = try await installation.current()
    guard let account = try await installation.account(session.accountID) else { return raised }
    try await installation.add(raised, displayName: account.displayName)
    if let current { try await installation.select(current.id) }
    return raised
  }
}

extension CommandFailure {
  /// The account has nothing that could be proved.
  static let nothingToProve = CommandFailure(
    .refused, "the account has no PIN and no key that could be proved",
    hint: "set one with countersign phone register or set-pin")

  /// The account has a passkey or a phone, and no PIN that could be typed here, and this phone has
  /// no key of it.
  static let keyElsewhere = CommandFailure(
    .refused, "the account has a passkey or a phone elsewhere, and this phone has no key of it",
    hint: "approve it there; or add this phone there (the page: Security, Add a phone; a terminal: "
      + "countersign phone invite), then countersign phone enrol LINK here")
}
