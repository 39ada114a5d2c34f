import WebAuthnModel

extension Service {
  /// Takes from an account every device, credential, PIN, authenticator app and telephone number,
  /// what they entitled to, and every session but one at most.
  ///
  /// - Returns: How many devices, credentials and sessions there were.
  @discardableResult
  static func revokeFactors(
    of accountID: AccountID, sparing session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int {
    let account = SQLValue.text(accountID.text)
    let moment = SQLValue.integer(now.milliseconds)
    let devices = try Devices.of(accountID, in: transaction)
    try Attempts.clearAll(of: accountID, in: transaction)
    let credentials = try transaction.execute(
      "UPDATE credentials SET revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL",
      [moment, account])
    let sessions = try endSessions(of: accountID, sparing: session, at: now, in: transaction)
    for device in devices {
      try Devices.revoke(device.id, at: now, in: transaction)
    }
    try transaction.execute("DELETE FROM pins WHERE account_id = ?", [account])
    try AuthenticatorApps.remove(of: accountID, in: transaction)
    try Phones.remove(of: accountID, in: transaction)
    try voidEntitlements(of: accountID, sparing: session, in: transaction)
    return devices.count + credentials + sessions
  }

  /// Ends the sessions of an account, but one at most, and what any of them had under way.
  ///
  /// - Returns: How many there were.
  static func endSessions(
    of account: AccountID, sparing session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int {
    let ended = try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE account_id = ? AND id <> ? AND ended_at IS NULL",
      [.integer(now.milliseconds), .text(account.text), .text(session?.text ?? "")])
    // A link that one of them made, or a login that waits to be collected, is no less theirs.
    try SessionLinks.endAll(of: account, in: transaction)
    // So is an authenticator app that is half enrolled: nobody knows by which of them.
    try AuthenticatorApps.withdraw(of: account, in: transaction)
    return ended
  }
}
