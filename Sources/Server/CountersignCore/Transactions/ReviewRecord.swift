import WebAuthnModel
import WireModel

/// A transaction under review as the store holds it.
package struct ReviewRecord: Sendable {
  let accountID: AccountID
  let transaction: ReviewTransaction
  let decision: ReviewDecision?
  let decidedAt: Timestamp?
  let userInput: String?
  let expiresAt: Timestamp
  /// Where it stands among the changes of its account.
  let change: Int64

  /// How far the review has come at a moment: that its time is over is written nowhere.
  func status(at now: Timestamp) -> TransactionStatus {
    switch decision {
    case .approved: .approved
    case .denied: .denied
    case nil: now < expiresAt ? .pending : .expired
    }
  }

  /// The record as it is told at a moment.
  func answer(at now: Timestamp) -> TransactionAnswer {
    TransactionAnswer(
      transaction: transaction, status: status(at: now), decidedAt: decidedAt?.rfc3339,
      userInput: userInput)
  }

  /// Refuses a transaction on which nobody can decide any more.
  func requirePending(at now: Timestamp) throws(Refusal) {
    switch status(at: now) {
    case .pending: return
    case .approved: throw Refusal(.alreadyApproved, "the transaction was approved before")
    case .denied: throw Refusal(.alreadyDenied, "the transaction was denied before")
    case .expired:
      throw Refusal(.transactionExpired, "the time to decide on the transaction is over")
    }
  }
}

/// What was decided on a transaction.
enum ReviewDecision: String, Sendable {
  case approved
  case denied
}

extension ReviewTransaction {
  /// The transaction as it is shown and signed.
  func document() throws -> ActionDocument {
    ActionDocument(
      scenario: Self.scenario, canonical: try showableBytes(), transaction: json,
      approved: .payment(amount: amount, currency: currency, payee: payee),
      value: .amount(amount, currency: currency))
  }
}
