import WebAuthnModel
import WireModel

extension Service {
  /// Spends the code that entitles to a factor that is about to be stored.
  ///
  /// On an account that had a factor, that completes its recovery: all that was there before is
  /// revoked, so this comes before the new factor is stored.
  ///
  /// - Returns: Whether the account was recovered; then the session is no device's any more.
  @discardableResult
  func settle(
    _ code: CodeRequestID?, session: AuthenticatedSession, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    guard let code else { return false }
    return try settle(
      code, of: session.accountID, keeping: session.id, at: now, in: transaction)
  }

  /// Spends the code that entitles to a factor of an account; where that completes its recovery,
  /// one session stays.
  @discardableResult
  func settle(
    _ code: CodeRequestID, of account: AccountID, keeping session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    let recovers = try requireEntitled(byCode: account, at: now, in: transaction)
    try closeCode(code, at: now, in: transaction)
    if recovers {
      try completeRecovery(of: account, keeping: session, at: now, in: transaction)
    }
    return recovers
  }

  /// Refuses a code as what entitles to a factor, where the account had one and no recovery of it
  /// is ready.
  ///
  /// - Returns: Whether the code would complete a recovery.
  @discardableResult
  func requireEntitled(
    byCode account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard try Self.hadFactor(account, in: transaction) else { return false }
    guard try isRecoverable(account, at: now, in: transaction) else {
      throw Refusal.factorRequired
    }
    return true
  }

  /// Revokes all factors, devices and other sessions of an account that is recovered.
  private func completeRecovery(
    of accountID: AccountID, keeping session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let account = SQLValue.text(accountID.text)
    let moment = SQLValue.integer(now.milliseconds)
    let phone = try phoneTold(ofRecoveryOf: accountID, in: transaction)
    try Attempts.clearAll(of: accountID, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET device_id = NULL WHERE id = ?", [.text(session.text)])
    for device in try Devices.of(accountID, in: transaction) {
      try Devices.revoke(device.id, at: now, in: transaction)
    }
    try transaction.execute(
      "UPDATE credentials SET revoked_at = ? WHERE account_id = ? AND revoked_at IS NULL",
      [moment, account])
    try transaction.execute("DELETE FROM pins WHERE account_id = ?", [account])
    try AuthenticatorApps.remove(of: accountID, in: transaction)
    try Phones.remove(of: accountID, in: transaction)
    try Self.voidEntitlements(of: accountID, sparing: session, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE account_id = ? AND id <> ? AND ended_at IS NULL",
      [moment, account, .text(session.text)])
    try transaction.execute(
      "UPDATE recoveries SET completed_at = ? WHERE account_id = ?", [moment, account])
    try audit.append(
      AuditEvent("recovered", subject: accountID), at: now, in: transaction)
    try tell(.recovered, to: accountID, phone: phone, at: now, in: transaction)
  }
}
