/// Transactions to review.
extension Reason {
  /// The transaction was approved before.
  public static let alreadyApproved = Reason(code: "already_approved")
  /// The transaction was denied before.
  public static let alreadyDenied = Reason(code: "already_denied")
  /// The transaction is past its time.
  public static let transactionExpired = Reason(code: "transaction_expired")
  /// The account has as many undecided transactions as it may have.
  public static let tooManyPending = Reason(code: "too_many_pending")

  static let ofTransactions: [Reason] = [
    alreadyApproved, alreadyDenied, transactionExpired, tooManyPending,
  ]
}
