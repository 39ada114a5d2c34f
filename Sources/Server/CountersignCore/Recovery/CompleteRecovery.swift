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
    let phone = try phoneTold(of: accountID, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET device_id = NULL WHERE id = ?", [.text(session.text)])
    try Self.revokeFactors(of: accountID, sparing: session, at: now, in: transaction)
    try transaction.execute(
      "UPDATE recoveries SET completed_at = ? WHERE account_id = ?",
      [.integer(now.milliseconds), .text(accountID.text)])
    try audit.append(
      AuditEvent("recovered", subject: accountID), at: now, in: transaction)
    try tell(.recovered, to: accountID, phone: phone, at: now, in: transaction)
  }
}
