/// Double-entry bookkeeping: every transfer's lines sum to zero, so the whole ledger does.
enum Ledger {
  /// One line of a transfer: what an account gains (or, negative, loses).
  struct Line: Sendable {
    let account: LedgerAccount
    let amount: Int64
  }

  /// What an account holds; 0 where it never moved.
  static func balance(
    of account: LedgerAccount, in transaction: any ReadTransaction
  ) throws -> Int64 {
    try transaction.row(
      "SELECT balance FROM ledger_accounts WHERE name = ?", [.text(account.name)])?.integer(0) ?? 0
  }

  /// Books a transfer.
  ///
  /// The caller has decided before that no personal account falls below zero; the schema's CHECK
  /// stands behind it.
  ///
  /// - Throws: ``StoreError`` where the lines do not sum to zero, or a constraint refuses them.
  static func book(
    _ lines: [Line], transfer: String, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let lines = lines.filter { $0.amount != 0 }
    guard lines.reduce(0, { $0 + $1.amount }) == 0 else {
      throw StoreError(code: .constraint, reason: "transfer \(transfer) does not sum to zero")
    }
    for (position, line) in lines.enumerated() {
      try transaction.execute(
        "INSERT INTO ledger_entries (transfer, line, account, amount, at) VALUES (?, ?, ?, ?, ?)",
        [
          .text(transfer), SQLValue(position), .text(line.account.name), .integer(line.amount),
          .integer(now.milliseconds),
        ])
      try move(line, in: transaction)
    }
  }

  /// Adds a line to its account's balance; the account is there from its first line on.
  private static func move(_ line: Line, in transaction: any WriteTransaction) throws {
    let moved = try transaction.execute(
      "UPDATE ledger_accounts SET balance = balance + ? WHERE name = ?",
      [.integer(line.amount), .text(line.account.name)])
    if moved == 0 {
      try transaction.execute(
        "INSERT INTO ledger_accounts (name, personal, balance) VALUES (?, ?, ?)",
        [.text(line.account.name), SQLValue(line.account.isPersonal), .integer(line.amount)])
    }
  }
}
