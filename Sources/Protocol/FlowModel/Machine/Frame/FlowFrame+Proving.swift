/// From a person's factor to a proof (interactions, "VERIFY_SECOND_FACTOR").
extension FlowFrame {
  func proved(
    _ verification: Verification, _ question: Question, with input: FlowInput
  ) throws(FlowInputError) -> FlowTransition {
    switch (input, verification.choice) {
    case (.pin(let operation), .pin), (.pin(let operation), .either):
      return pinGiven(verification, operation)
    case (.biometrics, .biometrics(let challenge)), (.biometrics, .either(let challenge)),
      (.biometrics, .biometricsOrCode(let challenge, _)):
      return processing(.signing(verification, challenge), answering: question, input) {
        .sign($0)
      }
    case (.code(let operation), .mailedCode), (.code(let operation), .textedCode),
      (.code(let operation), .authenticatorCode):
      return codeGiven(verification, operation)
    case (.code, .biometricsOrCode):
      throw .codeNotRequested
    case (.requestCode, _):
      return try codeRequested(verification)
    case (.pin, _):
      throw .factorNotAllowed(.pin)
    case (.biometrics, _):
      throw .factorNotAllowed(.biometrics)
    default:
      throw .factorNotAllowed(.validateCode)
    }
  }

  private func pinGiven(
    _ verification: Verification, _ operation: OperationID
  ) -> FlowTransition {
    let question = Question.verify(verification)
    let input = FlowInput.pin(operation)
    switch verification.cause {
    case .setting(let setting):
      if case .addBiometrics = setting.goal {
        // The server checks the PIN before it says how to make a key.
        return processing(.entitling(.checked(verification)), answering: question, input) {
          .factors(.askCreation($0))
        }
      }
      return processing(.keeping(.factor(verification, operation)), answering: question, input) {
        .code(.keep($0))
      }
    case .sign, .login, .headless, .removal:
      let action = SentAction(intent: .prove(verification), proof: .pin, operation: operation)
      return processing(.acting(action), answering: question, input) { .act($0, .pin, operation) }
    }
  }

  func signed(
    _ verification: Verification, _ operation: OperationID, _ answer: SigningAnswer
  ) -> FlowTransition {
    let step = FlowStep.signing(verification, operation)
    switch answer {
    case .signed:
      return signed(verification, operation)
    case .cancelled:
      return with(.biometricsFail, [.biometrics], .biometricsCancelled)
        .asking(.verify(verification))
    case .notInForeground:
      return with(.biometricsFail, [.biometrics], .notInForeground).asking(.verify(verification))
    case .failed:
      var frame = with(.biometricsFail, [.biometrics], .biometricsFailed)
      frame.biometricFailures += 1
      guard frame.biometricFailures >= Self.maximumBiometricFailures else {
        return frame.asking(.verify(verification))
      }
      return frame.withoutBiometrics(verification, .biometricsFailed, at: step)
    case .unavailable(let reason):
      return with(.biometricsFail, [.biometrics], reason)
        .withoutBiometrics(verification, reason, at: step)
    case .keyGone:
      return moved(to: .disabling(verification)) { .disableBiometrics($0) }
    case .mismatch(let reason):
      return ended(.notAllowed(reason), at: step)
    case .broken(let reason):
      return ended(.deviceUnable(reason), at: step)
    }
  }

  /// The challenge is signed: what becomes of it depends on what it is for.
  private func signed(
    _ verification: Verification, _ operation: OperationID
  ) -> FlowTransition {
    switch verification.cause {
    case .sign(let errand, _) where errand.proofPath == .token:
      moved(to: .verifying(verification, operation)) { .verify($0) }
    case .sign, .login, .headless, .removal:
      acting(.prove(verification), .assertion, operation)
    case .setting(let setting):
      with(.collected, [.biometrics])
        .set(.proved(setting, verification.choice, .assertion(operation)))
    }
  }

  func verified(
    _ verification: Verification, _ operation: OperationID, _ answer: VerifyAnswer
  ) -> FlowTransition {
    let step = FlowStep.verifying(verification, operation)
    return switch answer {
    case .verified: acting(.prove(verification), .token, operation)
    case .refused: proofRefused(verification, at: step)
    case .challengeExpired: renewed(verification, at: step)
    case .blocked: ended(.secondFactorBlocked, at: step)
    case .failed(let failure): ended(error(for: failure), at: step)
    }
  }

  /// Biometrics are disabled, here and so far as possible at the server; the person goes on with
  /// what else is allowed.
  func disabled(_ verification: Verification) -> FlowTransition {
    with(.biometricsRemoved, [.biometrics], .keyGone)
      .withoutBiometrics(verification, .keyGone, at: .disabling(verification))
  }

  /// The server answered a signed challenge with 401.
  func proofRefused(
    _ verification: Verification, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    var frame = with(.biometricsFail, [.biometrics], .proofRefused)
    frame.refusedProofs += 1
    guard frame.refusedProofs < Self.maximumRefusedProofs else {
      return frame.ended(.triesUsedUp, at: step, after: effects)
    }
    return frame.asking(.verify(verification), after: effects)
  }

  /// The challenge expired while the person was busy: fetched anew without a question, once.
  func renewed(
    _ verification: Verification, at step: FlowStep, after effects: [FlowEffect] = []
  ) -> FlowTransition {
    guard renewals < Self.maximumRenewals else {
      return ended(.serverValidation(.challengeExpired), at: step, after: effects)
    }
    var frame = self
    frame.renewals += 1
    return frame.moved(to: .renewing(verification)) { .askOptions($0) }.after(effects)
  }

  /// Goes on with what else is allowed.
  func withoutBiometrics(
    _ verification: Verification, _ reason: FlowReason, at step: FlowStep
  ) -> FlowTransition {
    switch (verification.cause, verification.choice) {
    case (.sign(let errand, let matter), _):
      guard errand.level != .biometricsOnly else { return ended(.deviceUnable(reason), at: step) }
      return fallenBack(errand, matter)
    case (let cause, .either):
      return asking(cause, .pin)
    default:
      return ended(.deviceUnable(reason), at: step)
    }
  }

  /// Asks for what stands in for biometrics.
  func fallenBack(_ errand: SignErrand, _ matter: Matter) -> FlowTransition {
    switch errand.fallback {
    case .pin: asking(.sign(errand, matter), .pin)
    case .codes(let second): sendingCode(.sign(errand, matter), .mail(.fallback(second)))
    }
  }
}
