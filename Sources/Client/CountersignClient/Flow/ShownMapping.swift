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

extension CodeDelivery {
  /// A code that was sent on request.
  init(_ answer: CodeRequestAnswer, _ texts: FlowTexts) {
    let second: SignErrand.SecondCode? =
      switch answer.second {
      case .otp?: .texted
      case .twoFactorCode?: .authenticatorApp
      case nil: nil
      }
    self.init(
      destination: answer.destination ?? texts.mailedTo, resendAfterSeconds: answer.resendAfter,
      second: second)
  }

  /// A code that was texted after the mailed one.
  init(_ required: OTPRequired) {
    self.init(destination: required.destination, resendAfterSeconds: required.resendAfter)
  }
}

extension AnnounceInfo {
  /// The lines that the link's maker wants shown, after who that is.
  init(_ link: SessionLinkDescription) {
    let entries = link.announceInfo?.entries ?? []
    self.init(
      logo: link.announceInfo?.logo,
      entries: [Entry(key: "from", value: link.origin)]
        + entries.map { Entry(key: $0.key, value: $0.value) })
  }
}
