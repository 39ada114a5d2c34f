import ArgumentParser
import CountersignClient
import CountersignDevice
import FlowModel
import ToolSupport
import WireModel

/// `countersign phone test-biometrics`: tries out whether the person can prove who they are.
struct PhoneTestBiometrics: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-biometrics",
    abstract: "try out whether you can prove who you are",
    discussion: "example: countersign phone test-biometrics --yes")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var proof: ProofOptions
  @OptionGroup var account: AccountOption

  func run() async throws {
    try await Phone.use(options) { phone in
      let session = try await phone.session(of: phone.account(named: account.account))
      guard try await phone.isKeyHeld(session.accountID) else {
        throw CommandFailure.noBiometrics(
          isDevice: try await phone.isDevice(session.accountID), in: phone.endWords)
      }
      let navigator = TerminalNavigator(phone, proof.given)
      let context = try await phone.context(navigator, account: account.account)
      let result = await context.process(.testBiometrics, NoContent())
      let message = try await navigator.message(of: result)
      // A success has its title; JSON has it in English.
      let status = Scenario.testBiometrics.screens.success.title.lowercased()
      options.print(message, json: ["status": .string(status)])
    }
  }
}

/// `countersign phone approve`: the scenario AUTHORIZE_TRANSACTION.
struct PhoneApprove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: "approve or decline what waits: the everyday command",
    discussion: """
      Without an id the one that waits longest is shown, and you are asked; a script names it. \
      Leaving decides nothing.

      example: countersign phone approve trn_AbC… --yes
      example: countersign phone approve trn_AbC… --pin 258036
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var proof: ProofOptions
  @OptionGroup var account: AccountOption
  @OptionGroup var reason: ReasonOption

  @Argument(help: "The transaction's id.")
  var transaction: String?

  @Option(help: "What stands in for biometrics; without it all that can act.")
  var fallback: PhoneSign.FallbackOption?

  func run() async throws {
    try options.requirePerson(seeing: transaction)
    try await Phone.use(options) { phone in
      var given = proof.given
      given.reason = reason.reason
      let navigator = TerminalNavigator(phone, given, account: account.account)
      var configuration = phone.words.configuration
      if let fallback {
        configuration.scenarios.apply(fallback.policy(of: .authorizeTransaction))
      }
      let context = try await phone.context(navigator, account: account.account, configuration)
      let id = try await phone.waiting(transaction, of: account.account)
      // The terminal shows it, so that "approve" confirms it.
      let shown = try await context.transaction(id)
      await navigator.present(shown.document)
      let result = await context.process(
        .authorizeTransaction, ReviewPayload(transactionID: id))
      do {
        options.print(decision: try await navigator.decision(of: result), on: id)
      } catch {
        // What was decided before is asked about no more. The flow runs all the same: the decision
        // may be this phone's own, whose answer was lost.
        try shown.requirePending(in: phone.endWords)
        throw error
      }
    }
  }
}

extension Phone {
  /// A context over this terminal.
  func context(
    _ navigator: some Navigator, account: String?,
    _ configuration: ContextConfiguration? = nil
  ) async throws -> MultifactorAuthenticationContext {
    let account = try await self.account(named: account)
    await tellEarlier(of: account)
    return MultifactorAuthenticationContext(
      manager: manager, navigator: navigator,
      configuration: configuration ?? words.configuration, account: account)
  }

  /// The transaction that is meant: the one that is named, or the one that waits longest.
  func waiting(_ named: String?, of account: String?) async throws -> String {
    if let named { return named }
    let listed = try await read(of: self.account(named: account)) { session in
      try await session.transactions(status: .pending).transactions
    }.answer
    var queue = PendingQueue()
    // The server lists first what is over first, which may have come later.
    for waiting in listed { queue.add(waiting) }
    guard let first = queue.transactions.first else {
      throw CommandFailure.nothingWaits
    }
    return first.id
  }
}

extension CommandFailure {
  /// This phone has no biometrics that could be tested.
  ///
  /// - Parameters:
  ///   - isDevice: True where the phone is enrolled, false where it signed up.
  ///   - words: The words.
  /// - Returns: The failure.
  static func noBiometrics(isDevice: Bool, in words: PhoneWords) -> CommandFailure {
    let command = "countersign phone \(isDevice ? "add-biometrics" : "register")"
    return CommandFailure(
      .refused,
      words.of(
        "this phone has no biometrics set up", "auf diesem Telefon ist keine Biometrie eingerichtet"
      ), hint: words.of("\(command) sets them up", "\(command) richtet sie ein"))
  }

  /// Nothing waits that could be decided.
  static let nothingWaits = CommandFailure(.refused, "no transaction waits")

  /// Another flow of this phone is under way.
  static let busy = CommandFailure(.wrongUse, "another flow is under way")
}

extension ProcessResult {
  /// The words for whoever left without an answer.
  static let nothingDecided = "nothing was decided; begin again to approve or decline"

  /// The words that a command prints.
  ///
  /// - Parameter texts: The words for reasons, by their codes.
  /// - Returns: The words.
  /// - Throws: `CommandFailure` for what did not come to what was wanted.
  func message(_ texts: [String: ReasonText]) throws -> String {
    switch self {
    case .ended(let outcome):
      guard !outcome.isSuccess else { return outcome.text.title.lowercased() }
      if case .failed(.flow(let error)) = outcome.kind {
        throw CommandFailure(error, texts: texts)
      }
      throw CommandFailure(.wrongUse, outcome.text.message)
    case .left: throw CommandFailure.leftForLater
    case .busy: throw CommandFailure.busy
    }
  }
}
