import WebAuthnModel

/// The counts and decisions of a database, carried over into the backup that takes its place.
///
/// Refused attempts and low values are counted. Transactions were decided on, and of accounts an
/// administrator took all. Each only adds to a limit, or ends something that waits. So they are
/// carried over from an older copy as well, and whichever of two counts is higher holds.
struct StoredDecisions: Sendable {
  /// Refused attempts: the subject, how many, and the end of the penalty.
  private let attempts: [SQLRow]
  /// Wrong codes in a row: the account, the path, and how many.
  private let codeFailures: [SQLRow]
  /// Low values without a linked proof: the account, the currency, the actions and their sum.
  private let lowValues: [SQLRow]
  /// Transactions that somebody decided on: the status, the moment, the place among the changes of
  /// the account, and the id.
  private let decisions: [SQLRow]
  /// The accounts of which an administrator took all: the moment, and the id.
  private let taken: [SQLRow]
  /// The moment at which a server looked at the clock last.
  private let seenAt: Int64

  /// Reads what a database has counted and decided.
  ///
  /// - Parameters:
  ///   - transaction: The database's.
  ///   - seenAt: The moment at which a server looked at the clock last. Of a transaction that was
  ///     over by then nobody decides in the backup either.
  /// - Throws: ``StoreError``.
  init(in transaction: any ReadTransaction, seenAt: Int64) throws {
    self.seenAt = seenAt
    attempts = try transaction.rows(
      "SELECT subject, failed_attempts, penalised_until FROM attempts", [])
    codeFailures = try transaction.rows(
      "SELECT account_id, path, failures FROM code_failures", [])
    lowValues = try transaction.rows(
      "SELECT account_id, currency, actions, total FROM low_value", [])
    decisions = try transaction.rows(
      """
      SELECT status, decided_at, changed_at, id FROM transactions
      WHERE status <> 'pending' AND expires_at > ?
      """, [.integer(seenAt)])
    taken = try transaction.rows(
      "SELECT taken_at, id FROM accounts WHERE taken_at IS NOT NULL", [])
  }

  /// Writes to a backup that was restored what was counted and decided since.
  ///
  /// - Parameters:
  ///   - now: The present moment: what was left of a penalty begins anew.
  ///   - transaction: The backup's.
  /// - Returns: How many counts are higher than the backup's, and how many transactions were
  ///   decided on.
  /// - Throws: ``StoreError``.
  func write(
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> (counts: Int, decisions: Int) {
    var (counts, decided) = (0, 0)
    for row in attempts { counts += try raise(attempt: row, at: now, in: transaction) }
    for row in codeFailures {
      counts += try transaction.execute(
        """
        INSERT INTO code_failures (account_id, path, failures)
        SELECT id, ?, ? FROM accounts WHERE id = ?
        ON CONFLICT (account_id, path) DO UPDATE SET failures = excluded.failures
          WHERE code_failures.failures < excluded.failures
        """, [row.values[1], row.values[2], row.values[0]])
    }
    for row in lowValues {
      counts += try transaction.execute(
        """
        INSERT INTO low_value (account_id, currency, actions, total)
        SELECT id, ?, ?, ? FROM accounts WHERE id = ?
        ON CONFLICT (account_id, currency) DO UPDATE SET
          actions = CASE WHEN low_value.actions > excluded.actions
            THEN low_value.actions ELSE excluded.actions END,
          total = CASE WHEN low_value.total > excluded.total
            THEN low_value.total ELSE excluded.total END
          WHERE low_value.actions < excluded.actions OR low_value.total < excluded.total
        """, Array(row.values.dropFirst()) + [row.values[0]])
    }
    for row in decisions {
      // Its operation is not in the backup: nothing gives the answer of before once more.
      decided += try transaction.execute(
        """
        UPDATE transactions SET status = ?, decided_at = ?, changed_at = ?
        WHERE id = ? AND status = 'pending'
        """, row.values)
    }
    // Not when an address was proved: what that proof put on hold counts again in the backup, and
    // the next proof has to find it.
    for row in taken {
      try transaction.execute(
        "UPDATE accounts SET taken_at = ? WHERE id = ? AND taken_at IS NULL", row.values)
    }
    return (counts, decided)
  }

  /// Takes the higher count of refused attempts, and the later end of the penalty.
  ///
  /// - Returns: 1 where the backup had less; else 0.
  private func raise(
    attempt row: SQLRow, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Int {
    // Where no server has looked, nobody knows what was left of it.
    let left = seenAt > 0 ? try row.integer(2) - seenAt : 0
    return try transaction.execute(
      """
      INSERT INTO attempts (subject, failed_attempts, penalised_until, in_flight_until)
      VALUES (?, ?, ?, 0)
      ON CONFLICT (subject) DO UPDATE SET
        failed_attempts = CASE WHEN attempts.failed_attempts > excluded.failed_attempts
          THEN attempts.failed_attempts ELSE excluded.failed_attempts END,
        penalised_until = CASE WHEN attempts.penalised_until > excluded.penalised_until
          THEN attempts.penalised_until ELSE excluded.penalised_until END
        WHERE attempts.failed_attempts < excluded.failed_attempts
          OR attempts.penalised_until < excluded.penalised_until
      """,
      [
        row.values[0], row.values[1],
        .integer(left > 0 ? now.milliseconds + left : try row.integer(2)),
      ])
  }
}
