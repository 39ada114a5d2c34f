import WebAuthnModel
import WireModel

/// The session and the device that hold a new factor of an account.
struct FactorHolder: Sendable {
  /// The session that stores the factor; nil for one that comes by a link.
  let session: SessionID?
  /// The device that the factor is on; nil for a factor that is on none.
  let device: DeviceID?
  /// The session that made the factor's link; nil for a factor that comes by none.
  let linkMaker: SessionID?

  /// Nobody: an administrator says that there was a factor.
  static let nobody = FactorHolder(session: nil, device: nil, linkMaker: nil)
}

extension Accounts {
  /// Notes that the account has a factor now.
  ///
  /// The first factor voids everything that a mailed code alone entitled to before it: another
  /// reader of the mailbox may have got that. It ends devices without a PIN, sessions, pending
  /// grants, codes, tokens, links, trusted browsers and the telephone number. The session and the
  /// device that hold the factor stay, and so do those that a host or an administrator answers for.
  /// A code that entitles to the factor is closed before.
  ///
  /// - Parameters:
  ///   - account: Whose.
  ///   - holder: The session and the device that hold the factor.
  ///   - settles: True for a factor that waits for nothing: from then on the account had one,
  ///     whatever the links in notices stop.
  ///   - now: The present moment.
  ///   - transaction: The transaction that stores it.
  /// - Throws: ``StoreError``.
  func noteFactor(
    _ account: AccountID, on holder: FactorHolder, settles: Bool, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws {
    if settles { try Accounts.settle(account, at: now, in: transaction) }
    let first = try transaction.execute(
      """
      UPDATE accounts SET first_factor_at = ?, first_factor_session = ?
      WHERE id = ? AND first_factor_at IS NULL
      """,
      [.integer(now.milliseconds), SQLValue(holder.session?.text), .text(account.text)])
    guard first == 1 else { return }
    try revokeDevicesOfCodes(account, besides: holder, at: now, transaction)
    try endSessionsOfCodes(account, besides: holder, at: now, transaction)
    try FactorStore.voidKeysOnTheWay(of: account, in: transaction)
    try Accounts.voidGrants(of: account, in: transaction)
    try Codes.closeAll([.first], of: account, in: transaction)
    // The tokens that are left are those of keys on the way.
    try SpentProofs.useUpAllVerified(of: account, in: transaction)
    try SessionLinks.endThoseOfCodes(of: account, in: transaction)
    try Lanes.endAll(of: account, in: transaction)
    if try Phones.forgetConfirmed(of: account, in: transaction) {
      try audit.append(AuditEvent("phone_removed", subject: account), at: now, in: transaction)
    }
  }

  /// Notes that an account had a factor, whatever the links in notices stop from now on.
  static func settle(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE accounts SET settled_factor_at = ? WHERE id = ? AND settled_factor_at IS NULL",
      [.integer(now.milliseconds), .text(account.text)])
  }

  /// Makes an account whose waiting factors were all stopped by links one that never had a factor:
  /// a mailed code adds a first one again.
  ///
  /// That is judged by what is stored for good, and by nothing that is there now. A factor that
  /// waited for nothing has settled the account. The wait of any other factor stays as it is where
  /// no link stopped it: the factor counts then, also once it is removed.
  static func forgetStoppedFactors(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE accounts SET first_factor_at = NULL, first_factor_session = NULL
      WHERE id = ? AND settled_factor_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM waits WHERE account_id = ? AND stopped_at IS NULL
          AND reason NOT IN ('recovery', 'held'))
      """, [.text(account.text), .text(account.text)])
  }

  private func revokeDevicesOfCodes(
    _ account: AccountID, besides holder: FactorHolder, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws {
    let session = try holder.session.flatMap { session in
      try transaction.row("SELECT device_id FROM sessions WHERE id = ?", [.text(session.text)])
    }
    let kept = [holder.device?.text, try session?.optionalText(0)]
    let devices = try transaction.rows(
      """
      SELECT id FROM devices WHERE account_id = ? AND revoked_at IS NULL
        AND ground NOT IN (\(Ground.ofOthers.placeholders)) ORDER BY created_at, id
      """, [.text(account.text)] + Ground.ofOthers)
    for device in try devices.map({ try $0.text(0) }) where !kept.contains(device) {
      try Devices.revoke(
        DeviceID(device), of: account, by: .firstFactor, with: audit, at: now, in: transaction)
    }
  }

  /// A session that was raised before the first factor was raised by two codes.
  private func endSessionsOfCodes(
    _ account: AccountID, besides holder: FactorHolder, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws {
    let ended = try transaction.execute(
      """
      UPDATE sessions SET ended_at = ?
      WHERE account_id = ? AND ended_at IS NULL AND id <> ? AND NOT (level = 0 AND (
        id = ? OR host_id IS NOT NULL OR COALESCE(device_id, '') IN (
          SELECT id FROM devices WHERE account_id = ? AND revoked_at IS NULL
            AND ground IN (\(Ground.ofOthers.placeholders)))))
      """,
      [
        .integer(now.milliseconds), .text(account.text), .text(holder.session?.text ?? ""),
        .text(holder.linkMaker?.text ?? ""), .text(account.text),
      ] + Ground.ofOthers)
    guard ended > 0 else { return }
    try audit.append(
      AuditEvent(
        "other_sessions_ended", subject: account,
        ["count": .integer(Int64(ended)), "by": "firstFactor"]), at: now, in: transaction)
  }
}

extension Ground {
  /// The grounds on which a host or an administrator answers for a device.
  fileprivate static let ofOthers: [SQLValue] = [Ground.host, .administrator].map {
    .text($0.rawValue)
  }
}
