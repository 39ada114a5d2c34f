public import CountersignServer

/// Double-entry bookkeeping: every transfer's lines sum to zero, so the whole ledger does.
enum Ledger {
  /// One line of a transfer: what an account gains (or, negative, loses).
  struct Line: Sendable {
    let account: LedgerAccount
    let amount: Int64
  }

  /// The balance of an account; 0 if it never moved.
  static func balance(
    of account: LedgerAccount, in transaction: any ReadTransaction
  ) throws -> Int64 {
    try transaction.row(query(of: account))?.integer(0) ?? 0
  }

  /// The query for the balance of an account.
  static func query(of account: LedgerAccount) -> SQLStatement {
    SQLStatement("SELECT balance FROM ledger_accounts WHERE name = ?", [.text(account.name)])
  }

  /// The balance of an account, and each line that moved it, oldest first.
  static func statement(
    of account: LedgerAccount, in transaction: any ReadTransaction
  ) throws -> JSONValue {
    let lines = try transaction.rows(
      "SELECT transfer, amount, at FROM ledger_entries WHERE account = ? ORDER BY at, transfer",
      [.text(account.name)])
    return .object([
      "balance": .integer(try balance(of: account, in: transaction)),
      "lines": .array(
        try lines.map { row in
          [
            "transfer": .string(try row.text(0)), "amount": .integer(try row.integer(1)),
            "at": .string(Timestamp(milliseconds: try row.integer(2)).rfc3339),
          ]
        }),
    ])
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
      try transaction.enqueue(
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
    try transaction.enqueue(
      """
      INSERT INTO ledger_accounts (name, personal, balance) VALUES (?, ?, 0)
      ON CONFLICT (name) DO NOTHING
      """, [.text(line.account.name), SQLValue(line.account.isPersonal)])
    try transaction.enqueue(
      "UPDATE ledger_accounts SET balance = balance + ? WHERE name = ?",
      [.integer(line.amount), .text(line.account.name)])
  }
}

/// A named account of the ledger.
///
/// Money moves between accounts; it is never made or lost.
struct LedgerAccount: Sendable, Hashable {
  let name: String

  /// The money that a person can spend.
  static func wallet(_ account: AccountID) -> LedgerAccount {
    LedgerAccount(name: "wallet:\(account.text)")
  }

  /// The cashback that a person can spend.
  static func cashback(_ account: AccountID) -> LedgerAccount {
    LedgerAccount(name: "cashback:\(account.text)")
  }

  /// The money for top-ups whose supplier has not answered yet.
  static let topUpsInFlight = LedgerAccount(name: "topups_in_flight")

  /// The debt to a supplier.
  static func supplier(_ slug: String) -> LedgerAccount {
    LedgerAccount(name: "supplier:\(slug)")
  }

  /// The deployment's cost of earned cashback.
  static let cashbackCosts = LedgerAccount(name: "cashback_costs")

  /// The source of the opening balances of a demo.
  static let openingGrants = LedgerAccount(name: "opening_grants")

  /// True if the account belongs to a person and so can never fall below zero.
  var isPersonal: Bool { name.hasPrefix("wallet:") || name.hasPrefix("cashback:") }
}

/// Finds a fault of the ledger, in one sentence; nil if it is whole.
///
/// Whole means: every transfer sums to zero, every account's balance is the sum of its lines, no
/// personal account is below zero, and each top-up's money is where its status says.
public func verifyLedger(in transaction: any ReadTransaction) throws -> String? {
  for check in ledgerChecks {
    if let row = try transaction.row(check.sql) {
      return "\(try row.text(0)): \(check.problem)"
    }
  }
  return nil
}

private let ledgerChecks: [(sql: String, problem: String)] = [
  (
    "SELECT transfer FROM ledger_entries GROUP BY transfer HAVING SUM(amount) <> 0 LIMIT 1",
    "the transfer's lines do not sum to zero"
  ),
  (
    """
    SELECT a.name FROM ledger_accounts a LEFT JOIN
      (SELECT account, SUM(amount) AS total FROM ledger_entries GROUP BY account) e
      ON e.account = a.name
    WHERE a.balance <> COALESCE(e.total, 0) LIMIT 1
    """, "the account's balance is not the sum of its lines"
  ),
  (
    "SELECT name FROM ledger_accounts WHERE personal = 1 AND balance < 0 LIMIT 1",
    "a person's account is below zero"
  ),
  (
    """
    SELECT 'topups_in_flight' WHERE
      (SELECT COALESCE(SUM(amount), 0) FROM topups WHERE status = 'pending') <>
      (SELECT COALESCE(SUM(balance), 0) FROM ledger_accounts WHERE name = 'topups_in_flight')
    """, "the account does not hold what the pending top-ups took"
  ),
  (
    """
    SELECT t.id FROM topups t WHERE NOT EXISTS
      (SELECT 1 FROM ledger_entries e WHERE e.transfer = t.id || ':debit') LIMIT 1
    """, "the top-up has no debit"
  ),
  (
    """
    SELECT e.transfer FROM ledger_entries e WHERE e.transfer LIKE '%:debit' AND NOT EXISTS
      (SELECT 1 FROM topups t WHERE t.id || ':debit' = e.transfer) LIMIT 1
    """, "the debit has no transaction record"
  ),
  (
    """
    SELECT t.id FROM topups t WHERE
      (SELECT COUNT(*) FROM ledger_entries e WHERE e.line = 0 AND e.transfer = t.id || ':supply')
        <> (CASE t.status WHEN 'completed' THEN 1 ELSE 0 END) OR
      (SELECT COUNT(*) FROM ledger_entries e WHERE e.line = 0 AND e.transfer = t.id || ':refund')
        <> (CASE t.status WHEN 'failed' THEN 1 ELSE 0 END) LIMIT 1
    """, "the top-up's money is not where its status says"
  ),
  (
    """
    SELECT t.id FROM topups t WHERE NOT EXISTS
      (SELECT 1 FROM operations o WHERE o.transaction_id = t.id) LIMIT 1
    """, "the top-up has no operation"
  ),
]
