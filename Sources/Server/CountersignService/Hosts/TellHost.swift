import WireModel

extension Service {
  /// Puts in that the host is to be told of a transaction, with what happened to it: where the
  /// command commits, the host is told at least once.
  func tellHost(
    _ kind: HostEvent.Kind, _ transactionAnswer: TransactionAnswer, of account: AccountID,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard policy.hostEvents.areSent else { return }
    let row = try transaction.row(
      "SELECT user_name FROM accounts WHERE id = ?", [.text(account.text)])
    guard let row else { return }
    let event = HostEvent(
      kind: kind, timestamp: now.rfc3339, accountID: account.text, userName: try row.text(0),
      transaction: transactionAnswer)
    try Outbox.put(event: event, at: now, in: transaction)
  }
}
