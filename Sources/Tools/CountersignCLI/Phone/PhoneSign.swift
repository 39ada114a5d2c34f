import ArgumentParser
import CountersignClient
import FlowModel
import WireModel

/// `countersign phone sign`: decides on a transaction that waits (flow SIGN_TRANSACTION).
struct PhoneSign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "approve or deny a transaction that waits for it",
    discussion: """
      Without an id it is the one that waits longest; what a script denies, it names.

      example: countersign phone sign tx_AbC… --pin 258036
      example: countersign phone sign tx_AbC… --deny
      """)

  @OptionGroup var options: PhoneOptions
  @OptionGroup var answers: PhoneAnswers

  @Argument(help: "The transaction's id.")
  var transaction: String?

  @Flag(help: "Deny it; that needs no proof.")
  var deny = false

  func run() async throws {
    guard !deny || transaction != nil || hasPerson else {
      throw CommandFailure(
        .wrongUse, "nobody is there to see what is denied",
        hint: "give the transaction's id: countersign phone transactions")
    }
    try await Phone.use(options) { phone in
      let account = try await phone.account(named: answers.account)
      let session = try await phone.session(of: account)
      let waiting = try await session.transactions(status: .pending).transactions.first?.transaction
      guard let id = transaction ?? waiting?.transactionID else {
        throw CommandFailure(.refused, "no transaction waits")
      }
      if deny { return try await showAndDeny(id, in: session) }
      _ = try await phone.show(answers.given) { manager in
        try await manager.startReview(id, account: account)
      }
      Console.print("approved, transaction \(id)")
    }
  }

  /// Whether somebody sits at the terminal who can be asked.
  private var hasPerson: Bool { !options.yes && Terminal.isInteractive }

  /// Denies a transaction that was shown, and asks a person first.
  private func showAndDeny(_ id: String, in session: AccountSession) async throws {
    Console.table(try await session.transaction(id).transaction.rows)
    guard !hasPerson || Terminal.confirm("deny this?") else {
      throw CommandFailure(.refused, "cancelled")
    }
    let answer = try await session.deny(id)
    Console.print("\(answer.status.rawValue), transaction \(id)")
  }
}

extension ReviewTransaction {
  /// What a person reads before denying it.
  fileprivate var rows: [(String, String)] {
    [("pay", "\(amount) \(currency)"), ("to", payee)]
      + (lastFourPAN.map { [("card", "…" + $0)] } ?? []) + [("until", expiresAt)]
  }
}

/// `countersign phone transactions`: what waits for review, and what was decided.
struct PhoneTransactions: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transactions",
    abstract: "show what waits for review, and what was decided",
    discussion: "example: countersign phone transactions")

  @OptionGroup var options: PhoneOptions

  func run() async throws {
    try await Phone.use(options) { phone in
      for item in try await phone.session().transactions().transactions {
        let transaction = item.transaction
        Console.print(
          "\(transaction.transactionID) \(item.status.rawValue) \(transaction.amount) "
            + "\(transaction.currency) \(transaction.payee)")
      }
    }
  }
}
