/// When a proof is not accepted (flows, "Results and what follows").
extension FlowFrame {
  /// An action's proof was not accepted.
  func refused(_ refusal: ProofRefusal, _ action: SentAction) -> FlowTransition {
    let step = FlowStep.acting(action)
    if case .throttled = refusal, action.delivery == .repeated {
      // This copy was not executed; of the one before it, whose answer was lost, it says nothing.
      return repeated(action)
    }
    let forget = [FlowEffect.forget(action.operation)]
    if refusal == .challengeExpired, let registration = action.registration {
      guard renewals < Self.maximumRenewals else {
        return ended(.serverValidation(.challengeExpired), at: step, after: forget)
      }
      var frame = self
      frame.renewals += 1
      return frame.entitling(registration).after(forget)
    }
    return refused(refusal, action.verification, action.proof, at: step, after: forget)
  }

  /// A proof was not accepted: asks for it again, or ends.
  ///
  /// The verification is the question that asks again; nil where no factor was asked for.
  func refused(
    _ refusal: ProofRefusal, _ verification: Verification?, _ proof: ActionProof,
    at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    guard let verification else {
      return switch refusal {
      case .throttled(let reason): ended(.serverValidation(reason), at: step, after: effects)
      case .blocked: ended(.secondFactorBlocked, at: step, after: effects)
      default: notUnderstood(at: step)
      }
    }
    switch (refusal, proof) {
    case (.wrongPIN, .pin):
      return pinRefused(verification, .wrongPIN, after: effects)
    case (.penalised, .pin):
      return pinRefused(verification, .penalised, after: effects)
    case (.throttled(let reason), .pin):
      return pinRefused(verification, reason, after: effects)
    case (.throttled(let reason), _):
      return ended(.serverValidation(reason), at: step, after: effects)
    case (.wrongCode(let wrong), .codes):
      return codeRefused(verification, wrong, at: step, after: effects)
    case (.triesUsedUp, .codes):
      return with(.codeFail, verification.choice.typedInput, .wrongCode)
        .ended(.triesUsedUp, at: step, after: effects)
    case (.notVerified, .assertion), (.notVerified, .token):
      return proofRefused(verification, at: step, after: effects)
    case (.challengeExpired, .assertion), (.challengeExpired, .token):
      return renewed(verification, at: step, after: effects)
    case (.blocked, .pin):
      return with(.pinFail, [.pin], .wrongPIN)
        .ended(.secondFactorBlocked, at: step, after: effects)
    case (.blocked, .codes):
      return with(.codeFail, verification.choice.typedInput, .wrongCode)
        .ended(.secondFactorBlocked, at: step, after: effects)
    case (.blocked, _):
      return ended(.secondFactorBlocked, at: step, after: effects)
    case (.wrongPIN, _), (.penalised, _), (.wrongCode, _), (.triesUsedUp, _), (.notVerified, _),
      (.challengeExpired, _):
      // An answer about another proof than the one that was sent; the vault keeps the operation.
      return notUnderstood(at: step)
    }
  }

  /// How the second factor stands is known, or could not be asked.
  func refreshed(
    _ verification: Verification, _ reason: FlowReason, _ account: SecondFactorAccount?
  ) -> FlowTransition {
    var frame = with(.pinFail, [.pin], reason)
    frame.secondFactorAccount = account ?? secondFactorAccount
    if account?.isBlocked == true {
      return frame.ended(.secondFactorBlocked, at: .refreshing(verification, reason))
    }
    return frame.asking(.verify(verification))
  }

  private func pinRefused(
    _ verification: Verification, _ reason: FlowReason, after effects: [FlowEffect]
  ) -> FlowTransition {
    moved(to: .refreshing(verification, reason)) { .askSecondFactorAccount($0) }.after(effects)
  }
}

extension ActionAnswer {
  /// The refusal of a proof that this is; nil for anything else.
  var refusal: ProofRefusal? {
    switch self {
    case .throttled(let reason): .throttled(reason)
    case .wrongPIN: .wrongPIN
    case .penalised: .penalised
    case .wrongCode(let wrong): .wrongCode(wrong)
    case .triesUsedUp: .triesUsedUp
    case .proofRefused: .notVerified
    case .challengeExpired: .challengeExpired
    case .blocked: .blocked
    default: nil
    }
  }

  /// Why the request is not executed, whatever proof it brings; nil for anything else.
  var turnedDown: FlowError? {
    switch self {
    case .sessionOver: .sessionExpired
    case .refused(let reason): .serverValidation(reason)
    case .notAllowed(let reason): .notAllowed(reason)
    default: nil
    }
  }
}

extension SentAction {
  /// The question that asks for the proof again; nil where no factor was asked for.
  fileprivate var verification: Verification? {
    switch intent {
    case .prove(let verification): verification
    case .confirm: nil
    case .set(let question, let factors):
      question.basis.verification(given: Setting.Given(factors, key: .ready))
    case .register(let errand, let matter, let delivery):
      Verification(.sign(errand, matter), .mailedCode(.registration(.taken), delivery))
    }
  }

  /// The key that it registers, where its challenge and not the proof's is what can expire.
  fileprivate var registration: Registration? {
    switch intent {
    case .prove, .confirm: nil
    case .set(let question, let factors):
      factors == .pin || proof == .assertion ? nil : .set(question, factors, operation)
    case .register(let errand, let matter, let delivery):
      .onTheWay(errand, matter, mailed: delivery, operation)
    }
  }

  /// What was given for it.
  var inputTypes: Set<InputType> {
    switch (intent, proof) {
    case (.set(_, let factors), _): factors.inputTypes
    case (.register, _): [.biometrics]
    case (.confirm, _), (_, .confirmation): [.confirm]
    case (.prove, .pin): [.pin]
    case (.prove, .assertion), (.prove, .token): [.biometrics]
    case (.prove(let verification), .codes): verification.choice.typedInput
    }
  }
}

extension SentAction.Intent {
  /// The interaction whose result the action's is.
  var interaction: InteractionType {
    switch self {
    case .prove: .verifySecondFactor
    case .confirm: .confirm
    case .set, .register: .setSecondFactor
    }
  }
}
