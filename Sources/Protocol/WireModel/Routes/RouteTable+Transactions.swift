import HTTPTypes

/// Transactions to review: created by a host's backend, decided on by the account.
extension Route {
  /// Creates a transaction to review.
  public static let createTransaction = Route(
    .post, "/service/transactions", .service(.transactions))
  /// What became of a transaction, for the host's backend.
  public static let serviceTransaction = Route(
    .get, "/service/transactions/{id}", .service(.transactions))
  /// The account's transactions (`?status=`).
  public static let transactions = Route(.get, "/transactions", .session)
  /// One transaction of the account.
  public static let transaction = Route(.get, "/transactions/{id}", .session)
  /// The account's transactions as they come and are decided, as server-sent events.
  public static let transactionEvents = Route(.get, "/transactions/events", .session)
  /// Approves a transaction: the protected action of scenario AUTHORIZE_TRANSACTION.
  public static let approveTransaction = Route(.post, "/transactions/{id}/approve", .session)
  /// Denies a transaction; needs no proof.
  public static let denyTransaction = Route(.post, "/transactions/{id}/deny", .session)

  static let ofTransactions: [Route] = [
    createTransaction, serviceTransaction, transactions, transaction, transactionEvents,
    approveTransaction, denyTransaction,
  ]
}
