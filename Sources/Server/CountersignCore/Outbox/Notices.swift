import WireModel

/// News about a whole account, at every address of its person.
final class Notices: Sendable {
  private let policy: CodePolicy

  init(policy: CodePolicy) {
    self.policy = policy
  }

  /// The telephone number that an account's person has set, which goes with the account's factors;
  /// nil where there is none, or this deployment texts nothing.
  func phone(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> PhoneNumber? {
    guard policy.channels.contains(.sms) else { return nil }
    return try Phones.confirmed(of: account, in: transaction)
  }

  /// Tells a person of a recovery, or of all that an administrator took, at every address: whoever
  /// reads the mailbox may have begun it.
  ///
  /// - Parameters:
  ///   - notice: What happened.
  ///   - account: Whose.
  ///   - former: The number that is forgotten with what happened, read before.
  ///   - stop: What the person can stop by the notice.
  ///   - now: When.
  ///   - transaction: The transaction of the event.
  /// - Throws: ``StoreError``.
  func put(
    _ notice: Message.Notice, to account: AccountID, andFormer former: PhoneNumber? = nil,
    stop: StopTarget? = nil, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let id = "\(account.text):\(now.milliseconds)"
    try Outbox.put(notice: notice, to: account, id: id, stop: stop, at: now, in: transaction)
    if stop == nil {
      try Outbox.put(notice: notice, toSecondOf: account, id: id, at: now, in: transaction)
    }
    guard let former else { return }
    try Outbox.put(notice: notice, toFormer: former, id: id, stop: stop, at: now, in: transaction)
  }

  /// Tells if notices reach a person elsewhere than at the first address: by text, or on a device.
  static func reachesMore(
    than account: AccountID, _ policy: ServicePolicy, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    let (id, moment) = (SQLValue.text(account.text), SQLValue.integer(now.milliseconds))
    if policy.codes.channels.contains(.sms) {
      let phone = try transaction.row(
        """
        SELECT 1 FROM phones WHERE account_id = ? AND number IS NOT NULL
          AND (trusted_at IS NULL OR trusted_at <= ?)
        """, [id, moment])
      if phone != nil { return true }
    }
    return try transaction.row(
      """
      SELECT 1 FROM devices LEFT JOIN waits ON waits.id = devices.wait_id
      WHERE devices.account_id = ? AND revoked_at IS NULL
        AND ((waits.id IS NULL AND devices.ground <> 'weak_proof')
          OR (stopped_at IS NULL AND ends_at <= ?)) LIMIT 1
      """, [id, moment]) != nil
  }
}
