import WireModel

extension Service {
  /// Puts in that the host is to be told of a transaction, with what happened to it: where the
  /// command commits, the host is told at least once.
  func tellHost(
    _ kind: HostEvent.Kind, _ transactionAnswer: TransactionAnswer, of account: AccountID,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard policy.hostEvents.areSent else { return }
    guard let userName = try account.userName(in: transaction) else { return }
    let event = HostEvent(
      kind: kind, timestamp: now.rfc3339, accountID: account.text, userName: userName,
      transaction: transactionAnswer)
    try Outbox.put(event: event, at: now, in: transaction)
  }
}
