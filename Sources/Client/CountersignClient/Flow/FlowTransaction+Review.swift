import FlowModel
import WireModel

extension FlowTransaction {
  /// A transaction under review: every field that the challenge is linked to, but for its times,
  /// which stand with the review.
  init(_ transaction: ReviewTransaction) {
    self.init(
      source: .server, payee: transaction.payee, amount: transaction.amount,
      currency: transaction.currency,
      lines: transaction.lastFourPAN.map { [Line(label: "card", value: "…" + $0)] } ?? [])
  }
}

extension Review {
  /// A transaction under review, as the machine compares it.
  init(_ transaction: ReviewTransaction) {
    self.init(
      id: transaction.transactionID, shown: FlowTransaction(transaction),
      created: transaction.createdAt, expires: transaction.expiresAt)
  }
}

extension ReviewStatus {
  init(_ status: TransactionStatus) {
    self =
      switch status {
      case .pending: .pending
      case .approved: .approved
      case .denied: .denied
      case .expired: .expired
      }
  }
}
