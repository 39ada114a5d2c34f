import WireModel

extension Service {
  /// The telephone number at which a person is told of their recovery; nil where the account has
  /// none, or this deployment texts nothing.
  func phoneTold(
    ofRecoveryOf account: AccountID, in transaction: any ReadTransaction
  ) throws -> String? {
    guard policy.codes.channels.contains(.sms) else { return nil }
    return try Phones.confirmed(of: account, in: transaction)
  }

  /// Tells a person how far the recovery of their account has come, on every channel: whoever reads
  /// the mailbox may have begun it.
  ///
  /// - Parameters:
  ///   - notice: What happened.
  ///   - account: Whose recovery.
  ///   - phone: The number, read before a recovery forgets it.
  ///   - now: When.
  ///   - transaction: The transaction of what happened.
  /// - Throws: ``StoreError``.
  func tell(
    _ notice: Message.Notice, to account: AccountID, phone: String?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let id = "\(account.text):\(now.milliseconds)"
    try Outbox.put(notice: notice, to: account, id: id, at: now, in: transaction)
    guard let phone else { return }
    try Outbox.put(notice: notice, toPhone: phone, id: id, at: now, in: transaction)
  }
}
