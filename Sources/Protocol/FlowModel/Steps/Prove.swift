/// From a person's factor to a proof (interactions, "VERIFY_SECOND_FACTOR").
extension FlowFrame {
  /// Takes a factor that the person gives.
  func prove(
    _ verification: Verification, with input: FlowInput
  ) throws(FlowInputError) -> FlowTransition {
    switch (input, verification.choice) {
    case (.pin(let operation), .pin), (.pin(let operation), .either),
      (.pin(let operation), .all), (.pin(let operation), .pinOrCode):
      return provePIN(verification, operation, input)
    case (.biometrics, .biometrics(let challenge)), (.biometrics, .either(let challenge)),
      (.biometrics, .biometricsOrCode(let challenge)), (.biometrics, .all(let challenge)):
      return process(
        .signing(verification, challenge), answering: .verify(verification), input
      ) { .sign($0) }
    case (.code(let operation), .mailedCode), (.code(let operation), .textedCode),
      (.code(let operation), .authenticatorCode):
      return proveCode(verification, operation, input)
    case (.code, .biometricsOrCode), (.code, .all), (.code, .pinOrCode):
      throw .codeNotRequested
    case (.requestCode, _):
      return try requestCode(verification)
    case (.pin, _):
      throw .factorNotAllowed(.pin)
    case (.biometrics, _):
      throw .factorNotAllowed(.biometrics)
    default:
      throw .factorNotAllowed(.validateCode)
    }
  }

  private func provePIN(
    _ verification: Verification, _ operation: OperationID, _ input: FlowInput
  ) -> FlowTransition {
    switch (verification.purpose, verification.purpose.kind) {
    case (.act, _):
      act(verification, .pin, operation, input)
    case (.set, .changePIN), (.set, .enrol):
      // A wrong PIN is told before a new one is asked for.
      process(.checking(verification), answering: .verify(verification), input) {
        .checkProof($0)
      }
    case (_, .addBiometrics):
      // The server verifies the PIN before it says how to make a key.
      process(.checking(verification), answering: .verify(verification), input) {
        .askCreation($0)
      }
    case (.set, _), (.createKey, _), (.resubmit, _):
      keep(verification, operation, input)
    }
  }

  private func proveCode(
    _ verification: Verification, _ operation: OperationID, _ input: FlowInput
  ) -> FlowTransition {
    switch (verification.purpose, verification.purpose.kind, verification.choice) {
    case (.set, .enrol, .mailedCode):
      // A wrong code is told before anything else is asked for.
      process(.checking(verification), answering: .verify(verification), input) {
        .checkProof($0)
      }
    case (.set, _, .mailedCode), (.createKey, _, .mailedCode), (.resubmit, _, .mailedCode):
      keep(verification, operation, input)
    case (.act, .sign(let signing), .mailedCode(let mailed))
    where signing.secondCode(after: mailed) == .twoFactor:
      // Both codes go together.
      keep(verification, operation, input)
    default:
      act(verification, .codes, operation, input)
    }
  }

  private func keep(
    _ verification: Verification, _ operation: OperationID, _ input: FlowInput
  ) -> FlowTransition {
    process(.keeping(verification, operation), answering: .verify(verification), input) {
      .keepInput($0)
    }
  }

  private func act(
    _ verification: Verification, _ proof: ActionProof, _ operation: OperationID,
    _ input: FlowInput
  ) -> FlowTransition {
    process(
      .acting(.prove(verification, proof, operation)), answering: .verify(verification), input
    ) { .act($0, proof, operation) }
  }

  /// Goes on with a factor that is kept: to the next question, or with what was given before.
  func keep(
    _ verification: Verification, _ operation: OperationID, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.keeping(verification, operation)
    guard answer == .done else { return notUnderstand(answer, at: step) }
    let frame = with(.collected, verification.choice.typedInput)
    switch (verification.purpose, verification.choice) {
    case (.act(.sign), .mailedCode(let mailed)):
      return frame.ask(verification.purpose, .authenticatorCode(mailed: mailed))
    case (_, .mailedCode):
      return frame.setFactors(verification, by: .codes, operation, at: step)
    default:
      return frame.setFactors(verification, by: .pin, operation, at: step)
    }
  }

  /// Goes on as the authenticator has signed, or not.
  func sign(
    _ verification: Verification, _ challenge: OperationID, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.signing(verification, challenge)
    switch answer {
    case .done:
      return useSignature(verification, challenge, at: step)
    case .dismissedPrompt:
      return with(.biometricsFail, [.biometrics], .biometricsCancelled)
        .ask(.verify(verification))
    case .notInForeground:
      return with(.biometricsFail, [.biometrics], .notInForeground).ask(.verify(verification))
    case .failedCheck:
      var frame = with(.biometricsFail, [.biometrics], .biometricsFailed)
      frame.biometricFailures += 1
      guard frame.biometricFailures >= Self.maximumBiometricFailures else {
        return frame.ask(.verify(verification))
      }
      return frame.goOnWithoutBiometrics(verification, .biometricsFailed, at: step)
    case .unavailableBiometrics(let reason):
      return with(.biometricsFail, [.biometrics], reason)
        .goOnWithoutBiometrics(verification, reason, at: step)
    case .goneKey:
      return move(to: .disabling(verification)) { .disableBiometrics($0) }
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Uses the signed challenge for what it is signed for.
  private func useSignature(
    _ verification: Verification, _ challenge: OperationID, at step: FlowStep
  ) -> FlowTransition {
    switch verification.purpose {
    case .act(.sign(let signing)) where signing.policy.proofPath == .token:
      move(to: .verifying(verification, challenge)) { .verify($0) }
    case .act:
      act(.prove(verification, .assertion, challenge))
    case .set, .createKey, .resubmit:
      with(.collected, [.biometrics])
        .setFactors(verification, by: .assertion, challenge, at: step)
    }
  }

  /// Goes on as the server has given a token for the signed challenge, or not.
  func verify(
    _ verification: Verification, _ challenge: OperationID, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.verifying(verification, challenge)
    return switch answer {
    case .done: act(.prove(verification, .token, challenge))
    case .failure(.proofRefused): refuseProof(verification, at: step)
    case .failure(.challengeExpired): renew(verification, at: step)
    default: notUnderstand(answer, at: step)
    }
  }

  /// Goes on with what else is allowed: the key is gone, whether or not the server has heard of it.
  func disable(_ verification: Verification, _ answer: Answer) -> FlowTransition {
    let step = FlowStep.disabling(verification)
    switch answer {
    case .done, .failure:
      return with(.biometricsRemoved, [.biometrics], .keyGone)
        .goOnWithoutBiometrics(verification, .keyGone, at: step)
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Goes on with what else is allowed.
  func goOnWithoutBiometrics(
    _ verification: Verification, _ reason: FlowReason, at step: FlowStep
  ) -> FlowTransition {
    switch (verification.purpose, verification.choice) {
    case (.act(.sign(let signing)), _):
      guard !signing.standIns.isEmpty else { return end(.deviceUnable(reason), at: step) }
      return fallBack(signing.obstructed(by: reason))
    case (let purpose, .either):
      return ask(purpose, .pin)
    default:
      return end(.deviceUnable(reason), at: step)
    }
  }
}
