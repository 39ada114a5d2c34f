/// From a person's answer to a proof.
extension FlowFrame {
  func answered(
    _ question: Question, with input: FactorInput
  ) throws(FlowInputError) -> FlowTransition {
    switch (input, question.choice) {
    case (.pin(let operation), .pin), (.pin(let operation), .either):
      let action = SentAction(question: question, proof: .pin, operation: operation)
      return processing(.acting(action)) { .act($0, .pin, operation) }
    case (.biometrics, .biometrics(let operation)), (.biometrics, .either(let operation)):
      return processing(.signing(question, operation)) { .sign($0) }
    case (.pin, .biometrics):
      throw .factorNotAllowed(.pin)
    case (.biometrics, .pin):
      throw .factorNotAllowed(.biometrics)
    }
  }

  func signed(
    _ question: Question, _ operation: OperationID, _ answer: SigningAnswer
  ) -> FlowTransition {
    let step = FlowStep.signing(question, operation)
    switch answer {
    case .signed where start.proofPath == .token:
      return moved(to: .verifying(question, operation)) { .verify($0) }
    case .signed:
      return acting(question, .assertion, operation)
    case .cancelled:
      return with(.biometricsFail, .biometrics, .biometricsCancelled).asking(question)
    case .notInForeground:
      return with(.biometricsFail, .biometrics, .notInForeground).asking(question)
    case .failed:
      var frame = with(.biometricsFail, .biometrics, .biometricsFailed)
      frame.biometricFailures += 1
      guard frame.biometricFailures >= Self.maximumBiometricFailures else {
        return frame.asking(question)
      }
      return frame.withoutBiometrics(question.transaction, .biometricsFailed, at: step)
    case .unavailable(let reason):
      return with(.biometricsFail, .biometrics, reason)
        .withoutBiometrics(question.transaction, reason, at: step)
    case .keyGone:
      return with(.biometricsRemoved, .biometrics, .keyGone)
        .withoutBiometrics(question.transaction, .keyGone, at: step)
    case .mismatch(let reason):
      return ended(.notAllowed(reason), at: step)
    case .broken(let reason):
      return ended(.deviceUnable(reason), at: step)
    }
  }

  func verified(
    _ question: Question, _ operation: OperationID, _ answer: VerifyAnswer
  ) -> FlowTransition {
    let step = FlowStep.verifying(question, operation)
    return switch answer {
    case .verified: acting(question, .token, operation)
    case .refused: proofRefused(question, at: step)
    case .challengeExpired: renewed(question, at: step)
    case .blocked: ended(.secondFactorBlocked, at: step)
    case .failed(let failure): ended(error(for: failure), at: step)
    }
  }

  /// The server answered a signed challenge with 401.
  func proofRefused(
    _ question: Question, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    var frame = with(.biometricsFail, .biometrics, .proofRefused)
    frame.refusedProofs += 1
    guard frame.refusedProofs < Self.maximumRefusedProofs else {
      return frame.ended(.triesUsedUp, at: step, after: effects)
    }
    return frame.asking(question, after: effects)
  }

  /// The challenge expired while the person was busy: fetched anew without a question, once.
  func renewed(
    _ question: Question, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    guard renewals < Self.maximumRenewals else {
      return ended(.serverValidation(.challengeExpired), at: step, after: effects)
    }
    var frame = self
    frame.renewals += 1
    let next = frame.moved(to: .renewing(question)) { .askOptions($0) }
    return FlowTransition(next.state, effects + next.effects)
  }

  private func acting(
    _ question: Question, _ proof: ActionProof, _ operation: OperationID
  ) -> FlowTransition {
    let action = SentAction(question: question, proof: proof, operation: operation)
    return moved(to: .acting(action)) { .act($0, proof, operation) }
  }
}
