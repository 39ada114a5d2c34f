import WireModel

/// The factors that a recovery puts aside: none of them proves anything, and a link in the notice
/// of the recovery brings them back.
enum Suspension {
  /// Suspends every factor and device of an account, and ends its sessions but one.
  ///
  /// The telephone number stays: it gets the next notices.
  static func begin(
    of account: AccountID, sparing session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let (id, moment) = (SQLValue.text(account.text), SQLValue.integer(now.milliseconds))
    try Attempts.clearAll(of: account, in: transaction)
    try forgetSuspended(of: account, in: transaction)
    for table in ["credentials", "devices"] {
      try transaction.execute(
        """
        UPDATE \(table) SET revoked_at = ?, suspended_at = ?
        WHERE account_id = ? AND revoked_at IS NULL
        """, [moment, moment, id])
    }
    try transaction.execute(
      """
      INSERT INTO suspended_pins (account_id, salt, hash, rounds, pepper, ground, wait_id)
        SELECT account_id, salt, hash, rounds, pepper, ground, wait_id
        FROM pins WHERE account_id = ?
      """, [id])
    try transaction.execute("DELETE FROM pins WHERE account_id = ?", [id])
    try transaction.execute(
      """
      INSERT INTO suspended_apps (account_id, secret, confirmed_at, last_step, ground, wait_id)
        SELECT account_id, secret, confirmed_at, last_step, ground, wait_id
        FROM authenticator_apps WHERE account_id = ? AND secret IS NOT NULL
      """, [id])
    try AuthenticatorApps.remove(of: account, in: transaction)
    _ = try Sessions.endAll(of: account, sparing: session, at: now, in: transaction)
    try Accounts.voidEntitlements(of: account, in: transaction)
  }

  /// Revokes what the account has got since, and brings back what was suspended.
  static func end(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let id = SQLValue.text(account.text)
    try Accounts.revokeFactors(of: account, sparing: nil, at: now, in: transaction)
    for table in ["credentials", "devices"] {
      try transaction.execute(
        """
        UPDATE \(table) SET revoked_at = NULL, suspended_at = NULL
        WHERE account_id = ? AND suspended_at IS NOT NULL
        """, [id])
    }
    try transaction.execute(
      """
      INSERT INTO pins (account_id, salt, hash, rounds, pepper, ground, wait_id)
        SELECT account_id, salt, hash, rounds, pepper, ground, wait_id
        FROM suspended_pins WHERE account_id = ?
      """, [id])
    try transaction.execute(
      """
      INSERT INTO authenticator_apps
        (account_id, secret, confirmed_at, last_step, ground, wait_id)
        SELECT account_id, secret, confirmed_at, last_step, ground, wait_id
        FROM suspended_apps WHERE account_id = ?
      """, [id])
    try forgetSuspended(of: account, in: transaction)
  }

  /// Forgets what an earlier recovery suspended: it is revoked for good.
  private static func forgetSuspended(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    for table in ["suspended_pins", "suspended_apps"] {
      try transaction.execute(
        "DELETE FROM \(table) WHERE account_id = ?", [.text(account.text)])
    }
    for table in ["credentials", "devices"] {
      try transaction.execute(
        "UPDATE \(table) SET suspended_at = NULL WHERE account_id = ?", [.text(account.text)])
    }
  }
}
