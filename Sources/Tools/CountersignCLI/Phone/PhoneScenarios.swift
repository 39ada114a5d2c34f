import ArgumentParser
import CountersignClient
import FlowModel
import WireModel

/// `countersign phone test-biometrics`: tries out whether the person can prove who they are.
struct PhoneTestBiometrics: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-biometrics",
    abstract: "try out whether you can prove who you are",
    discussion: "example: countersign phone test-biometrics --yes")

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  func run() async throws {
    try await Phone.use(options) { phone in
      let context = try await phone.context(answers)
      Console.print(try await context.process(.testBiometrics, NoPayload()).message)
    }
  }
}

/// `countersign phone approve`: the scenario AUTHORIZE_TRANSACTION.
struct PhoneApprove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: "authorize a transaction that waits, with any factor that may",
    discussion: """
      Without an id it is the one that waits longest. Leaving denies it, after a question.

      example: countersign phone approve tx_AbC… --yes
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  @Argument(help: "The transaction's id.")
  var transaction: String?

  func run() async throws {
    try await Phone.use(options) { phone in
      let context = try await phone.context(answers)
      let session = try await phone.session(of: phone.account(named: answers.account))
      let waiting = try await session.transactions(status: .pending).transactions.first
      guard let id = transaction ?? waiting?.transaction.transactionID else {
        throw CommandFailure(.refused, "no transaction waits")
      }
      // The terminal shows it, so that "approve" is the confirmation of what was shown.
      let shown = try await context.transaction(id).transaction
      Console.table([
        ("pay", "\(shown.amount) \(shown.currency)"), ("to", shown.payee),
        ("until", shown.expiresAt),
      ])
      let result = await context.process(
        .authorizeTransaction, ReviewPayload(transactionID: id))
      Console.print("\(try result.message), transaction \(id)")
    }
  }
}

extension Phone {
  /// A context over this terminal.
  func context(_ answers: PhoneAnswers) async throws -> MultifactorAuthenticationContext {
    let given = answers.given
    return MultifactorAuthenticationContext(
      manager: manager, navigator: TerminalNavigator(given, answersYes: answersYes),
      account: try await account(named: answers.account))
  }
}

extension ProcessResult {
  /// What a command prints.
  ///
  /// - Throws: `CommandFailure` for what did not come to what was wanted.
  var message: String {
    get throws {
      switch self {
      case .ended(let outcome):
        guard !outcome.isSuccess else { return outcome.text.title.lowercased() }
        if case .failed(.flow(let error)) = outcome.kind { throw CommandFailure(error) }
        throw CommandFailure(.wrongUse, outcome.text.message)
      case .left: throw CommandFailure(FlowError.cancelled)
      case .busy: throw CommandFailure(.wrongUse, "another flow is under way")
      }
    }
  }
}
