import ArgumentParser
import CountersignClient
import FlowModel
import ToolSupport
import WireModel

/// `countersign phone sign`: decides on a transaction that waits (flow SIGN_TRANSACTION).
struct PhoneSign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "approve or decline as an app's flow SIGN_TRANSACTION",
    discussion: """
      As countersign phone approve, but by the flow itself and not by a scenario: for whoever \
      builds an app and wants to see what its flow asks. Without an id it is the one that waits \
      longest; a script names it.

      example: countersign phone sign trn_AbC… --pin 258036
      example: countersign phone sign trn_AbC… --fallback codes
      example: countersign phone sign trn_AbC… --decline
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var proof: ProofOptions
  @OptionGroup var account: AccountOption
  @OptionGroup var reason: ReasonOption

  @Argument(help: "The transaction's id.")
  var transaction: String?

  @Flag(help: "Decline it; that needs no proof.")
  var decline = false

  @Option(help: "What stands in for biometrics; without it all that can act.")
  var fallback: FallbackOption?

  enum FallbackOption: String, ExpressibleByArgument, CaseIterable {
    case pin
    case codes

    var fallback: SigningPolicy.Fallback {
      switch self {
      case .pin: .pin
      // Which code goes with the mailed one the server says when that is sent.
      case .codes: .textedCode
      }
    }

    /// Biometrics, and this where they do not prove.
    func policy(of scenario: ScenarioName) -> ScenarioPolicy {
      ScenarioPolicy(
        scenario, level: .biometricsWithFallback, fallback: [self == .codes ? .codes : .pin])
    }
  }

  func run() async throws {
    try options.requirePerson(seeing: transaction)
    try await Phone.use(options) { phone in
      let account = try await phone.account(named: account.account)
      let id = try await phone.waiting(transaction, of: account)
      if decline { return try await showAndDecline(id, of: account, phone) }
      var given = proof.given
      given.reason = reason.reason
      _ = try await phone.show(given) { manager in
        try await manager.startReview(id, account: account, fallback: fallback?.fallback ?? .any)
      }
      options.print(decision: .approved, on: id)
    }
  }

  /// Declines a transaction that was shown, and asks a person first.
  private func showAndDecline(_ id: String, of account: String?, _ phone: Phone) async throws {
    let (session, shown) = try await phone.read(of: account) { try await $0.transaction(id) }
    Console.document(shown.document)
    try shown.requirePending(in: phone.endWords)
    if options.hasPerson,
      Terminal.confirm(phone.words.declineThis, in: phone.words) != true
    {
      throw CommandFailure(.refused, phone.endWords.nothingChanged)
    }
    do throws(ClientError) {
      options.print(decision: try await session.deny(id).status, on: id)
    } catch {
      guard await session.isDeclined(id) else { throw error }
      options.print(decision: .denied, on: id)
    }
  }
}

extension AccountSession {
  /// Asks whether a transaction is declined, after an answer that did not say so; false where the
  /// server does not answer this either.
  fileprivate func isDeclined(_ id: String) async -> Bool {
    (try? await transaction(id).status) == .denied
  }
}

extension PhoneSettings {
  /// Prints what became of a transaction.
  func print(decision: TransactionStatus, on id: String) {
    print(
      words.decision(decision, on: id),
      json: ["status": .string(decision.rawValue), "transactionID": .string(id)])
  }

  /// True if somebody sits at the terminal who can be asked.
  var hasPerson: Bool { !yes && Terminal.isInteractive }

  /// Refuses a decision on what nobody sees and no script has named.
  func requirePerson(seeing transaction: String?) throws {
    guard transaction != nil || hasPerson else {
      throw CommandFailure(
        .wrongUse,
        endWords.of(
          "nobody is there to see what is decided",
          "niemand ist da, der sieht, was entschieden wird"),
        hint: endWords.of(
          "give the transaction's id: countersign phone transactions",
          "geben Sie die Kennung der Transaktion an: countersign phone transactions"))
    }
  }
}

/// `countersign phone transactions`: what waits for review, and what was decided.
struct PhoneTransactions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transactions",
    abstract: "show what waits, and what was decided",
    discussion: "example: countersign phone transactions")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var account: AccountOption

  func run() async throws {
    try await Phone.use(options) { phone in
      let listed = try await phone.read(of: phone.account(named: account.account)) { session in
        try await session.transactions().transactions
      }.answer
      if listed.isEmpty { Console.note(phone.words.nothingListed) }
      options.print(
        list: listed.map { $0.line(in: options.words) }, json: listed.map(\.json))
    }
  }
}

extension TransactionAnswer {
  /// The transaction in a list: what its document says, in the document's words, and its id last.
  func line(in words: PhoneWords) -> String {
    let title = transaction.scenario.map { document?.title ?? $0.text }
    let told: Set<Document.Kind> = [.money, .payee, .reference]
    let values = document.map { document in
      document.fields.filter { told.contains($0.value.kind) && !$0.isIdentifier }
        .map { $0.value.text(in: words == .german ? .german : document.language) }
    }
    let number = transaction.number.map { words.number("\($0)") }
    let time =
      status == .pending
      ? words.until(ShownTime.text(transaction.expiresAt, here: words.here))
      : decidedAt.map { ShownTime.text($0, here: words.here) }
    let plain = [transaction.amount?.text, transaction.currency, transaction.payee]
    let parts =
      [words.status(status), title] + (values ?? plain.compactMap(\.self)) + [
        number, time, Console.small(id),
      ]
    return parts.compactMap(\.self).joined(separator: "  ")
  }
}

extension TransactionAnswer {
  /// Refuses a decision on what waits no more, and says what has become of it, and when.
  func requirePending(in words: PhoneWords) throws(CommandFailure) {
    guard status != .pending else { return }
    throw CommandFailure(
      .refused, words.over(status, at: decidedAt ?? transaction.expiresAt),
      hint: words.seenBefore)
  }
}

/// `countersign phone decline`: declines a transaction that waits.
struct PhoneDecline: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decline",
    abstract: "decline what waits; that needs no proof",
    discussion: """
      Shows it and asks first. Without an id it is the one that waits longest; what a script \
      declines, it names.

      example: countersign phone decline trn_AbC… --yes
      """)

  @OptionGroup var options: PhoneOptions

  @Option(help: "The account to use, by its name or its id, where there are several.")
  var account: String?

  @Argument(help: "The transaction's id.")
  var transaction: String?

  func run() async throws {
    try options.requirePerson(seeing: transaction)
    try await Phone.use(options) { phone in
      let navigator = TerminalNavigator(phone, GivenAnswers())
      let context = try await phone.context(navigator, account: account)
      let id = try await phone.waiting(transaction, of: account)
      let shown = try await context.transaction(id)
      await navigator.present(shown.document)
      try shown.requirePending(in: phone.endWords)
      try options.requireYes(to: phone.words.declineThis)
      let result = await context.deny(id)
      do {
        options.print(decision: try await navigator.decision(of: result), on: id)
      } catch {
        // A lost answer says nothing: the server knows.
        let session = try await phone.session(of: phone.account(named: account))
        guard await session.isDeclined(id) else { throw error }
        options.print(decision: .denied, on: id)
      }
    }
  }
}

extension PhoneSettings {
  /// Asks before something is done that cannot be undone.
  func requireYes(to question: String) throws {
    guard !yes, Terminal.confirm(question, in: words) != true else { return }
    throw CommandFailure(
      .refused, endWords.nothingChanged,
      hint: Terminal.isInteractive
        ? nil : endWords.of("a script says --yes", "ein Skript gibt --yes an"))
  }
}
