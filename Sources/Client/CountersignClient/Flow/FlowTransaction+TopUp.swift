import FlowModel
import WireModel

extension FlowTransaction {
  /// A top-up as it is asked for, before the server has said anything.
  init(_ payload: TopUpPayload) {
    var lines = [Line(label: "number", value: payload.recipientPhone)]
    if let supplier = payload.supplierSlug {
      lines.append(Line(label: "supplier", value: supplier))
    }
    lines.append(Line(label: "cashback", value: payload.useCashback == true ? "yes" : "no"))
    self.init(
      source: .asked, payee: payload.productCode, amount: payload.amount, currency: nil,
      lines: lines)
  }

  /// A top-up as the server will execute it: every field that the challenge is linked to.
  init(_ transaction: TopUpTransaction) {
    self.init(
      source: .server, payee: transaction.payee, amount: transaction.amount,
      currency: transaction.currency,
      lines: [
        Line(label: "number", value: transaction.recipientPhone),
        Line(label: "product", value: transaction.productCode),
        Line(label: "supplier", value: transaction.supplierSlug),
        Line(label: "cashback", value: transaction.useCashback ? "yes" : "no"),
      ])
  }
}

extension ActionResult {
  init(_ answer: TopUpAnswer) {
    let status: Status =
      switch answer.status {
      case .completed: .completed
      case .pending: .pending
      case .failed: .failed
      }
    self.init(
      transactionID: answer.transactionID, status: status, amount: answer.amount,
      balance: answer.balance, timestamp: answer.timestamp)
  }
}

extension SecondFactorAccount {
  init(_ answer: SecondFactorAnswer) {
    self.init(
      isBlocked: answer.isBlocked, failedAttempts: answer.failedAttempts,
      maxAttempts: answer.maxAttempts, penalisedForSeconds: answer.penalisedFor,
      penalisedUntil: answer.penalisedUntil, hasPIN: answer.hasPIN,
      hasBiometrics: answer.hasBiometrics)
  }
}
