/// What is wrong with the ledger, in one sentence; nil where it is whole.
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
