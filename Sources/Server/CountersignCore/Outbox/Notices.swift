import WireModel

/// News about a whole account, at every address of its person.
final class Notices: Sendable {
  private let policy: CodePolicy

  init(policy: CodePolicy) {
    self.policy = policy
  }

  /// The telephone numbers of an account, which go with its factors: the one that its person has
  /// set, and the one that a hold put aside; none where this deployment texts nothing.
  ///
  /// Under a hold a mailed code sets another number: whoever had the former one hears of it too.
  func phones(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [PhoneNumber] {
    guard policy.channels.contains(.sms) else { return [] }
    let confirmed = try Phones.confirmed(of: account, in: transaction)
    let suspended = try Phones.suspended(of: account, in: transaction)
    return [confirmed, suspended == confirmed ? nil : suspended].compactMap(\.self)
  }

  /// Tells a person of a recovery, or of all that an administrator took, at every address: whoever
  /// reads the mailbox may have begun it.
  ///
  /// - Parameters:
  ///   - notice: What happened.
  ///   - account: Whose.
  ///   - former: The numbers that are forgotten with what happened, read before.
  ///   - stop: What the person can stop by the notice.
  ///   - now: When.
  ///   - transaction: The transaction of the event.
  /// - Throws: ``StoreError``.
  func put(
    _ notice: Message.Notice, to account: AccountID, andFormer former: [PhoneNumber] = [],
    stop: StopTarget? = nil, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let id = "\(account.text):\(now.milliseconds)"
    try Outbox.put(notice: notice, to: account, id: id, stop: stop, at: now, in: transaction)
    if stop == nil {
      try Outbox.put(notice: notice, toSecondOf: account, id: id, at: now, in: transaction)
    }
    for (index, number) in former.enumerated() {
      try Outbox.put(
        notice: notice, toFormer: number, id: index == 0 ? id : "\(id):\(index)", stop: stop,
        at: now, in: transaction)
    }
  }

  /// Tells if notices reach a person elsewhere than at the first address, by a strong channel.
  ///
  /// A strong channel is a telephone number, a device with a PIN, or a device that a strong proof
  /// added. Nothing of it may wait. A device without a PIN that came by a mailed code or a host's
  /// word is none.
  static func reachesMore(
    than account: AccountID, _ policy: ServicePolicy, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    let (id, moment) = (SQLValue.text(account.text), SQLValue.integer(now.milliseconds))
    if policy.codes.channels.contains(.sms) {
      let phone = try transaction.row(
        """
        SELECT 1 FROM phones WHERE account_id = ? AND number IS NOT NULL AND trusted_at <= ?
        """, [id, moment])
      if phone != nil { return true }
    }
    return try transaction.row(
      """
      SELECT 1 FROM devices LEFT JOIN waits ON waits.id = devices.wait_id
      WHERE devices.account_id = ? AND revoked_at IS NULL
        AND (pin_key IS NOT NULL OR devices.ground = 'strong_proof')
        AND ((waits.id IS NULL AND devices.ground <> 'weak_proof')
          OR (stopped_at IS NULL AND is_unclaimed = 0 AND ends_at <= ?)) LIMIT 1
      """, [id, moment]) != nil
  }
}
