package import FlowModel
package import WireModel

extension SecondFactorAccount {
  /// The state as the server described it.
  package init(_ answer: SecondFactorAnswer) {
    self.init(
      isBlocked: answer.isBlocked, failedAttempts: answer.failedAttempts,
      maxAttempts: answer.maxAttempts, penalisedForSeconds: answer.penalisedFor,
      penalisedUntil: answer.penalisedUntil, hasPIN: answer.hasPIN,
      hasBiometrics: answer.hasBiometrics)
  }
}

extension SigningWays {
  /// The ways as the server told them; nil where it told none.
  ///
  /// - Parameters:
  ///   - ways: The kinds of proof.
  ///   - hasPINKey: True where the account's PIN is a key of this device, which proves it.
  ///   - lacksKey: True if this device holds none of the keys that could sign.
  init?(_ ways: [ActionWay], hasPINKey: Bool, lacksKey: Bool = false) {
    guard !ways.isEmpty else { return nil }
    let kinds: [(Factor, Proof.Kind)] = [
      (.biometrics, .assertion), (.pin, hasPINKey ? .pinProof : .pin),
      (.validateCode, .validateCode),
    ]
    let told = kinds.compactMap { factor, kind in
      ways.first { $0.proof == kind }.map { (factor, $0) }
    }
    self.init(
      possible: Set(told.filter { $0.1.canAct }.map { $0.0 }),
      missing: told.filter { !$0.1.canAct }.map { factor, way in
        let code = way.reason ?? Reason.proofNotAllowed.code
        return Missing(factor, FlowReason(code: code, detail: way.detail), until: way.until)
      },
      // The server knows of other devices, and this one that the key which could sign is not here.
      otherDevice: ways.contains { $0.canHandOver == true || $0.canDecideElsewhere == true }
        || (lacksKey && ways.contains { $0.proof == .assertion && $0.canAct }))
  }
}

extension Review {
  /// A transaction under review, as the machine compares it; nil if the server made no document of
  /// it, so that nobody can decide on it.
  init?(_ answer: TransactionAnswer) {
    guard let document = answer.document else { return nil }
    let transaction = answer.transaction
    self.init(
      id: transaction.transactionID, document: document, created: transaction.createdAt,
      expires: transaction.expiresAt, status: ReviewStatus(answer.status))
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
    let second: Factor? =
      switch answer.second {
      case .otp?: .otp
      case .twoFactorCode?: .twoFactor
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

extension ExistingAccount {
  init(_ told: SessionLinkDescription.ExistingAccount) {
    self.init(
      account: SessionAccount(id: told.id, displayName: told.displayName), device: told.device)
  }
}

extension AnnounceInfo {
  /// The lines that the link's maker wants shown, after who that is.
  init(_ link: SessionLinkDescription, _ texts: FlowTexts) {
    let entries = link.announceInfo?.entries ?? []
    self.init(
      logo: link.announceInfo?.logo,
      entries: [Entry(key: texts.linkFrom, value: link.origin)]
        + entries.map { Entry(key: $0.key, value: $0.value) })
  }
}
