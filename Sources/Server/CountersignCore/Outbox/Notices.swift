import WireModel

/// News of what concerns a whole account, at every address of its person.
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
  ///   - now: When.
  ///   - transaction: The transaction of what happened.
  /// - Throws: ``StoreError``.
  func put(
    _ notice: Message.Notice, to account: AccountID, andFormer former: PhoneNumber? = nil,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let id = "\(account.text):\(now.milliseconds)"
    try Outbox.put(notice: notice, to: account, id: id, at: now, in: transaction)
    try Outbox.put(notice: notice, toSecondOf: account, id: id, at: now, in: transaction)
    guard let former else { return }
    try Outbox.put(notice: notice, toFormer: former, id: id, at: now, in: transaction)
  }
}
