/// A proof that is not accepted (flows, "Results and what follows").
extension FlowFrame {
  /// Goes on as an action failed.
  func refuse(
    _ failure: CallFailure, _ action: SentAction, at step: FlowStep
  ) -> FlowTransition {
    let isFirst = if case .acting = step { true } else { false }
    let forget = [FlowEffect.forget(action.operation)]
    switch failure {
    case .deviceFailed, .notUnderstood:
      // Never success; and as it may have been one, the vault keeps the operation.
      return end(FlowError(failure), at: step)
    case .notSent where isFirst:
      return end(.network, at: step, after: forget)
    case .notSent, .lost:
      return actAgain(action)
    case .throttled where !isFirst:
      // This copy was not executed; of the one before it, whose answer was lost, it says nothing.
      return actAgain(action)
    case .sessionOver where !isFirst, .linkOver where !isFirst, .refused where !isFirst,
      .notAllowed where !isFirst:
      return end(.outcomeUnknown(action.operation), at: step)
    case .sessionOver, .linkOver, .refused, .notAllowed:
      return end(FlowError(failure), at: step, after: forget)
    case .unacceptablePIN(let reason):
      guard case .set(let factors, let withKey, _) = action, factors.setup.hasPIN else {
        return end(FlowError(failure), at: step)
      }
      let inputTypes = factors.setup.inputTypes(withKey: withKey)
      return with(.pinFail, inputTypes, reason, of: .setSecondFactor)
        .ask(.set(factors), after: forget)
    case .challengeExpired:
      guard case .set(let factors, withKey: true, let operation) = action,
        factors.proof != .assertion
      else {
        return refuse(failure, action.verification, action.proof, at: step, after: forget)
      }
      // The key's own challenge expired, not the proof's.
      guard renewals < Self.maximumRenewals else {
        return end(.serverValidation(.challengeExpired), at: step, after: forget)
      }
      var frame = self
      frame.renewals += 1
      return frame.entitle(factors, operation).after(forget)
    case .throttled, .wrongPIN, .penalised, .wrongCode, .wrongMailedCode, .wrongSecondCode,
      .triesUsedUp, .proofRefused, .blocked:
      return refuse(failure, action.verification, action.proof, at: step, after: forget)
    }
  }

  /// Asks again for a proof that was not accepted, or ends.
  ///
  /// The verification is the question that asks again; nil if no factor was asked for.
  func refuse(
    _ failure: CallFailure, _ verification: Verification?, _ proof: ActionProof,
    at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    guard let verification else {
      return end(FlowError(failure), at: step, after: failure.isOfProof ? [] : effects)
    }
    let typed = verification.choice.typedInput
    switch (failure, proof) {
    case (.wrongPIN, .pin):
      return refusePIN(verification, .wrongPIN, after: effects)
    case (.penalised, .pin):
      return refusePIN(verification, .penalised, after: effects)
    case (.throttled(let reason), .pin):
      return refusePIN(verification, reason, after: effects)
    case (.wrongCode, .codes), (.wrongMailedCode, .codes), (.wrongSecondCode, .codes):
      return refuseCode(failure, verification, at: step, after: effects)
    case (.triesUsedUp, .codes):
      return with(.codeFail, typed, .wrongCode).end(.triesUsedUp, at: step, after: effects)
    case (.proofRefused, .assertion), (.proofRefused, .token):
      return refuseProof(verification, at: step, after: effects)
    case (.challengeExpired, .assertion), (.challengeExpired, .token):
      return renew(verification, at: step, after: effects)
    case (.blocked, .pin):
      return with(.pinFail, [.pin], .wrongPIN)
        .end(.secondFactorBlocked, at: step, after: effects)
    case (.blocked, .codes):
      return with(.codeFail, typed, .wrongCode)
        .end(.secondFactorBlocked, at: step, after: effects)
    default:
      // An answer about another proof than the one that was sent leaves the operation in the vault.
      return end(FlowError(failure), at: step, after: failure.isOfProof ? [] : effects)
    }
  }

  /// Asks for the PIN again, with the state of the second factor if the server told it.
  func refresh(
    _ verification: Verification, _ reason: FlowReason, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.refreshing(verification, reason)
    var frame = with(.pinFail, [.pin], reason)
    switch answer {
    case .secondFactor(let account):
      frame.shown.secondFactorAccount = account
      return account.isBlocked
        ? frame.end(.secondFactorBlocked, at: step) : frame.ask(.verify(verification))
    case .failure:
      return frame.ask(.verify(verification))
    default:
      return notUnderstand(answer, at: step)
    }
  }

  private func refusePIN(
    _ verification: Verification, _ reason: FlowReason, after effects: [FlowEffect]
  ) -> FlowTransition {
    move(to: .refreshing(verification, reason)) { .askSecondFactor($0) }.after(effects)
  }

  /// Asks for a code again; it is not sent again by itself.
  private func refuseCode(
    _ failure: CallFailure, _ verification: Verification, at step: FlowStep,
    after effects: [FlowEffect]
  ) -> FlowTransition {
    var frame = with(.codeFail, verification.choice.typedInput, .wrongCode)
    frame.wrongCodes += 1
    guard frame.wrongCodes < triesPerCode else {
      return frame.end(.triesUsedUp, at: step, after: effects)
    }
    if case .authenticatorCode(let mailed) = verification.choice, failure != .wrongSecondCode {
      // Which of the two was wrong is not known, so both are asked for again.
      return frame.ask(verification.purpose, .mailedCode(mailed), after: effects)
    }
    return frame.ask(.verify(verification), after: effects)
  }

  /// Asks for a proof again that the server answered with 401.
  func refuseProof(
    _ verification: Verification, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    var frame = with(.biometricsFail, [.biometrics], .proofRefused)
    frame.refusedProofs += 1
    guard frame.refusedProofs < Self.maximumRefusedProofs else {
      return frame.end(.triesUsedUp, at: step, after: effects)
    }
    return frame.ask(.verify(verification), after: effects)
  }
}

extension CallFailure {
  /// True for an answer about a proof, which says nothing if another was sent.
  fileprivate var isOfProof: Bool {
    switch self {
    case .wrongPIN, .penalised, .wrongCode, .wrongMailedCode, .wrongSecondCode, .triesUsedUp,
      .proofRefused, .challengeExpired, .unacceptablePIN:
      true
    case .notSent, .lost, .sessionOver, .linkOver, .refused, .notAllowed, .notUnderstood,
      .deviceFailed, .throttled, .blocked:
      false
    }
  }
}

extension SentAction {
  /// The question that asks for the proof again; nil if no factor was asked for.
  fileprivate var verification: Verification? {
    switch self {
    case .prove(let verification, _, _): verification
    case .confirm: nil
    case .set(let factors, let withKey, _):
      factors.verification { setup in
        // A key on the way is made anew with another code.
        if case .sign = setup.kind {
          .createKey(setup)
        } else {
          .resubmit(setup, withKey: withKey)
        }
      }
    }
  }
}
