import ArgumentParser
import CountersignClient
import WireModel

/// `countersign phone deny`: denies a transaction that waits.
struct PhoneDeny: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny",
    abstract: "deny a transaction that waits; that needs no proof",
    discussion: """
      Shows it and asks first. Without an id it is the one that waits longest; what a script \
      denies, it names.

      example: countersign phone deny trn_AbC… --yes
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
      await navigator.present(try await context.transaction(id).transaction)
      try options.requireYes(to: "deny this?")
      let result = await context.deny(id)
      Console.print("\(try await navigator.message(of: result)), transaction \(id)")
    }
  }
}

extension PhoneOptions {
  /// Asks before something is done that cannot be undone.
  func requireYes(to question: String) throws {
    guard !yes, !Terminal.confirm(question) else { return }
    throw CommandFailure(
      .refused, "cancelled", hint: Terminal.isInteractive ? nil : "a script says --yes")
  }
}
