/// The part of a flow that a screen shows beside its question.
typealias ShownPart = (type: FlowType, session: FlowSession?, transaction: FlowTransaction?)

extension FlowState {
  /// The flow as a screen renders it; nil before the first.
  public var flow: Flow? {
    switch self {
    case .idle: nil
    case .active(let frame, let step): frame.flow(at: step)
    case .finished(let flow): flow
    }
  }
}

extension FlowFrame {
  /// The flow at a step that it has not ended at.
  fileprivate func flow(at step: FlowStep) -> Flow {
    let shown = step.shown
    if case .asking(let question) = step {
      return flow(
        .waitForInput, shown, Interaction(content: question.content), lastResult,
        shown.transaction, step.signing?.policy.ways)
    }
    // What was shown stands while it is processed: an input gives one update with PROCESSING.
    return flow(
      .processing, shown, answered, resultBesideAnswered, transactionBesideAnswered,
      waysBesideAnswered)
  }

  /// The flow that ends at a step, in DONE.
  func finalFlow(at step: FlowStep) -> Flow {
    let shown = step.shown
    return flow(.done, shown, nil, lastResult, shown.transaction, step.signing?.policy.ways)
  }

  private func flow(
    _ phase: FlowPhase, _ shown: ShownPart, _ interaction: Interaction?,
    _ result: InteractionResult?, _ transaction: FlowTransaction?, _ ways: SigningWays?
  ) -> Flow {
    Flow(
      id: id, type: shown.type, phase: phase, error: nil, currentInteraction: interaction,
      previousInteractionResult: result, secondFactorAccount: secondFactorAccount,
      session: shown.session, transaction: transaction, ways: ways, result: nil,
      earlierOperation: earlierOperation)
  }
}

extension FlowStep {
  /// The part that a screen shows beside the question.
  var shown: ShownPart {
    switch self {
    case .openingEnrolment: (.enrol, nil, nil)
    case .openingLogin, .openingLinkLogin: (.login, nil, nil)
    case .confirmingEnrolment(let session): (.enrol, session.shown, nil)
    case .confirmingLogin(let session, let account): (.login, session.shown(account), nil)
    case .recalling(let purpose), .resolving(let purpose, _): purpose.shown
    case .reading(let review, let policy):
      AccountPurpose.review(authorised: review, policy).shown
    case .preparing(let signing), .preparingWithNewKey(let signing), .denying(let signing),
      .denyingAgain(let signing):
      signing.shown
    case .consultingToChangePIN: (.changePIN, nil, nil)
    case .consultingToAddBiometrics: (.addBiometrics, nil, nil)
    case .consultingToRemoveBiometrics: (.removeBiometrics, nil, nil)
    case .consultingToUpgrade: (.headlessUpgrade, nil, nil)
    case .mailingCode(let purpose, _): purpose.shown
    case .asking(let question): question.shown
    case .keepingConfirmation(let review, let policy): Signing.review(review, policy).shown
    case .textingCode(let verification), .keeping(let verification, _),
      .renewing(let verification), .signing(let verification, _),
      .verifying(let verification, _), .disabling(let verification),
      .checking(let verification), .refreshing(let verification, _):
      verification.purpose.shown
    case .remembering(let factors, _, _), .entitling(let factors, _), .creating(let factors, _):
      factors.setup.shown
    case .acting(let action), .repeating(let action): action.shown
    }
  }
}

extension FlowStep {
  /// The signature that is at stake; nil outside SIGN_TRANSACTION, and before it begins.
  var signing: Signing? {
    switch self {
    case .preparing(let signing), .preparingWithNewKey(let signing), .denying(let signing),
      .denyingAgain(let signing):
      signing
    case .mailingCode(let purpose, _): purpose.signing
    case .asking(let question): question.signing
    case .keepingConfirmation(let review, let policy): .review(review, policy)
    case .textingCode(let verification), .keeping(let verification, _),
      .renewing(let verification), .signing(let verification, _),
      .verifying(let verification, _), .disabling(let verification),
      .checking(let verification), .refreshing(let verification, _):
      verification.purpose.signing
    case .remembering(let factors, _, _), .entitling(let factors, _), .creating(let factors, _):
      factors.setup.signing
    case .acting(let action), .repeating(let action):
      switch action {
      case .prove(let verification, _, _): verification.purpose.signing
      case .set(let factors, _, _): factors.setup.signing
      case .confirmEnrolment, .confirmLogin: nil
      }
    case .openingEnrolment, .openingLogin, .openingLinkLogin, .confirmingEnrolment,
      .confirmingLogin, .recalling, .resolving, .reading, .consultingToChangePIN,
      .consultingToAddBiometrics, .consultingToRemoveBiometrics, .consultingToUpgrade:
      nil
    }
  }

  /// The factor whose proof is verified at this step; nil if none is.
  var verifiedFactor: Factor? {
    switch self {
    case .refreshing: .pin
    case .signing, .verifying, .renewing, .disabling: .biometrics
    case .acting(let action), .repeating(let action): action.proof.factor
    case .keeping(let verification, _), .checking(let verification):
      verification.choice.typedInput == [.pin] ? .pin : .validateCode
    case .entitling(let factors, _), .creating(let factors, _): factors.proof.factor
    default: nil
    }
  }
}

extension ActionProof {
  /// The factor that the proof is of; nil for a confirmation.
  fileprivate var factor: Factor? {
    switch self {
    case .pin: .pin
    case .assertion, .token: .biometrics
    case .codes: .validateCode
    case .confirmation: nil
    }
  }
}

extension AccountPurpose {
  fileprivate var shown: ShownPart {
    switch self {
    case .scenario(let policy): Signing.scenario(policy).shown
    case .transaction(let policy): Signing.transaction(nil, policy).shown
    case .review(let review?, let policy): Signing.review(review, policy).shown
    case .review(nil, _): (.signTransaction, nil, nil)
    case .changePIN: (.changePIN, nil, nil)
    case .addBiometrics: (.addBiometrics, nil, nil)
    case .removeBiometrics: (.removeBiometrics, nil, nil)
    case .headlessUpgrade: (.headlessUpgrade, nil, nil)
    }
  }
}

extension Signing {
  fileprivate var shown: ShownPart {
    switch self {
    case .scenario: (.signTransaction, nil, nil)
    case .transaction(let document, _):
      (.signTransaction, nil, FlowTransaction(document: document))
    case .review(let review, _):
      (.signTransaction, nil, FlowTransaction(document: review.document, review: review))
    }
  }
}

extension Question {
  fileprivate var shown: ShownPart {
    switch self {
    case .confirmEnrolment(let session): (.enrol, session.shown, nil)
    case .confirmLogin(let session): (.login, session.shown(nil), nil)
    case .review(let review, let policy): Signing.review(review, policy).shown
    case .verify(let verification): verification.purpose.shown
    case .softPrompt(let factors), .set(let factors): factors.setup.shown
    }
  }
}

extension Purpose {
  fileprivate var shown: ShownPart {
    switch self {
    case .sign(let signing): signing.shown
    case .login(let session, let account): (.login, session.shown(account), nil)
    case .enrolHeadless(let session): (.enrol, session.shown, nil)
    case .removeBiometrics: (.removeBiometrics, nil, nil)
    case .set(let setup), .createKey(let setup), .resubmit(let setup, _): setup.shown
    }
  }
}

extension FactorSetup {
  fileprivate var shown: ShownPart {
    switch self {
    case .enrol(let session, _): (.enrol, session.shown, nil)
    case .changePIN: (.changePIN, nil, nil)
    case .addBiometrics: (.addBiometrics, nil, nil)
    case .headlessUpgrade: (.headlessUpgrade, nil, nil)
    case .onTheWay(let signing, _): signing.shown
    }
  }
}

extension SentAction {
  fileprivate var shown: ShownPart {
    switch self {
    case .prove(let verification, _, _): verification.purpose.shown
    case .confirmEnrolment(let session): (.enrol, session.shown, nil)
    case .confirmLogin(let session, let account): (.login, session.shown(account), nil)
    case .set(let factors, _, _): factors.setup.shown
    }
  }
}
