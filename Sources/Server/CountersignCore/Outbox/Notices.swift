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
    than account: AccountID, _ policy: ServicePolicy, in transaction: any ReadTransaction
  ) throws -> Bool {
    if policy.codes.channels.contains(.sms),
      try Phones.confirmed(of: account, in: transaction) != nil
    {
      return true
    }
    return try !Devices.of(account, in: transaction).isEmpty
  }
}
