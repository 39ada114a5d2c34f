import WireModel

/// The factors that a recovery, or an owner's first proof of the address, puts aside: none of them
/// proves anything, and a link in the notice brings them back.
enum Suspension {
  /// Suspends every factor and device of an account, and ends its sessions but one.
  ///
  /// The telephone number stays: it gets the next notices.
  ///
  /// - Returns: How many factors and devices there were.
  @discardableResult
  static func begin(
    of account: AccountID, sparing session: SessionID?, _ device: DeviceID? = nil,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Int {
    let (id, moment) = (SQLValue.text(account.text), SQLValue.integer(now.milliseconds))
    try Attempts.clearAll(of: account, in: transaction)
    try forgetSuspended(of: account, in: transaction)
    var count = try transaction.execute(
      """
      UPDATE credentials SET revoked_at = ?, suspended_at = ?
      WHERE account_id = ? AND revoked_at IS NULL
      """, [moment, moment, id])
    count += try transaction.execute(
      """
      UPDATE devices SET revoked_at = ?, suspended_at = ?
      WHERE account_id = ? AND revoked_at IS NULL AND id <> ?
      """, [moment, moment, id, .text(device?.text ?? "")])
    count += try transaction.execute(
      """
      INSERT INTO suspended_pins (account_id, salt, hash, rounds, pepper, ground, wait_id)
        SELECT account_id, salt, hash, rounds, pepper, ground, wait_id
        FROM pins WHERE account_id = ?
      """, [id])
    try transaction.execute("DELETE FROM pins WHERE account_id = ?", [id])
    count += try transaction.execute(
      """
      INSERT INTO suspended_apps (account_id, secret, confirmed_at, last_step, ground, wait_id)
        SELECT account_id, secret, confirmed_at, last_step, ground, wait_id
        FROM authenticator_apps WHERE account_id = ? AND secret IS NOT NULL
      """, [id])
    try AuthenticatorApps.remove(of: account, in: transaction)
    _ = try Sessions.endAll(of: account, sparing: session, at: now, in: transaction)
    try Accounts.voidEntitlements(of: account, in: transaction)
    return count
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

  /// Forgets what was suspended before: it is revoked for good.
  static func forgetSuspended(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    for table in ["suspended_pins", "suspended_apps", "suspended_phones"] {
      try transaction.execute(
        "DELETE FROM \(table) WHERE account_id = ?", [.text(account.text)])
    }
    for table in ["credentials", "devices"] {
      try transaction.execute(
        "UPDATE \(table) SET suspended_at = NULL WHERE account_id = ?", [.text(account.text)])
    }
    try transaction.execute(
      "UPDATE accounts SET hold_wait_id = NULL, former_name = NULL WHERE id = ?",
      [.text(account.text)])
  }
}
