import WireModel

/// News of what concerns a whole account, on every channel that reaches its person.
final class Notices: Sendable {
  private let policy: CodePolicy

  init(policy: CodePolicy) {
    self.policy = policy
  }

  /// The telephone number at which a person is told of what concerns the whole account; nil where
  /// it has none, or this deployment texts nothing.
  func phone(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String? {
    guard policy.channels.contains(.sms) else { return nil }
    return try Phones.confirmed(of: account, in: transaction)
  }

  /// Tells a person of a recovery, or of all that an administrator took, on every channel: whoever
  /// reads the mailbox may have begun it.
  ///
  /// - Parameters:
  ///   - notice: What happened.
  ///   - account: Whose.
  ///   - phone: The number, read before it is forgotten with the account's factors.
  ///   - now: When.
  ///   - transaction: The transaction of what happened.
  /// - Throws: ``StoreError``.
  func put(
    _ notice: Message.Notice, to account: AccountID, phone: String?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let id = "\(account.text):\(now.milliseconds)"
    try Outbox.put(notice: notice, to: account, id: id, at: now, in: transaction)
    guard let phone else { return }
    try Outbox.put(notice: notice, toPhone: phone, id: id, at: now, in: transaction)
  }
}
