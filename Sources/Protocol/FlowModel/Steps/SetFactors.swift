/// The soft prompt, and setting factors (interactions, "SET_SECOND_FACTOR"): the account's own, or
/// a key on the way to a signature (scenarios, "Context").
extension FlowFrame {
  /// Goes on with a proof that entitles: asks for the factors, or takes those given before.
  ///
  /// The operation names the action.
  func setFactors(
    _ verification: Verification, by proof: ActionProof, _ operation: OperationID,
    at step: FlowStep
  ) -> FlowTransition {
    switch verification.purpose {
    case .set(let setup):
      ask(for: .proved(setup, proof, verification.choice))
    case .createKey(let setup):
      entitle(.proved(setup, proof, verification.choice), operation)
    case .resubmit(let setup, let withKey):
      act(.set(.proved(setup, proof, verification.choice), withKey: withKey, operation))
    case .act:
      end(.unknown(.answerNotUnderstood), at: step)
    }
  }

  /// Asks for factors, after the soft prompt if the person was never asked.
  func ask(for factors: NewFactors) -> FlowTransition {
    ask(factors.setup.promptsFirst ? .softPrompt(factors) : .set(factors))
  }

  /// Goes on as the answer to the soft prompt is in the vault.
  func remember(
    _ said: SoftPromptAnswer, for factors: NewFactors, _ operation: OperationID,
    _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.remembering(factors, said, operation)
    guard answer == .done else { return notUnderstand(answer, at: step) }
    let frame = with(.success, [.confirm], of: .softPrompt)
    switch (said, factors.setup.kind) {
    case (.accept, _):
      return frame.ask(for: factors.offering(.welcome))
    case (.decline, .sign):
      return frame.signWithoutKey(factors, .biometricsDeclined, operation, at: step)
    case (.decline, _) where factors.setup.hasPIN:
      return frame.ask(for: factors.offering(.declined))
    case (.decline, _):
      // Nothing else is set in this flow.
      return frame.end(.notAllowed(.biometricsDeclined), at: step)
    }
  }

  /// Takes the factors that the person gives.
  func set(
    _ factors: NewFactors, with input: FlowInput
  ) throws(FlowInputError) -> FlowTransition {
    let (allowed, required) = (factors.setup.info.allowed, factors.setup.info.required)
    let question = Question.set(factors)
    switch input {
    case .pin(let operation):
      guard allowed.contains(.pin) else { throw .factorNotAllowed(.pin) }
      let action = SentAction.set(
        factors, withKey: false, factors.challenge ?? operation)
      return process(.acting(action), answering: question, input) {
        .act($0, action.proof, action.operation)
      }
    case .pinAndBiometrics(let operation):
      guard allowed.contains(.pin) else { throw .factorNotAllowed(.pin) }
      guard allowed.contains(.biometrics) else { throw .factorNotAllowed(.biometrics) }
      return process(
        .entitling(factors, factors.challenge ?? operation), answering: question, input
      ) { .askCreation($0) }
    case .biometrics(let operation):
      guard allowed.contains(.biometrics) else { throw .factorNotAllowed(.biometrics) }
      guard !required.contains(.pin) else { throw .missingPIN }
      let known = factors.challenge ?? operation
      guard case .addBiometrics = factors.setup.kind else {
        return process(.entitling(factors, known), answering: question, input) {
          .askCreation($0)
        }
      }
      // How to make the key came with the check of the PIN.
      return process(.creating(factors, known), answering: question, input) { .createKey($0) }
    case .confirmSession, .confirmTransaction, .code, .requestCode, .softPrompt, .deny:
      throw .factorNotAllowed(.validateCode)
    }
  }

  /// Asks for the factors, as the server has verified the PIN or the code.
  func check(_ verification: Verification, _ answer: Answer) -> FlowTransition {
    let step = FlowStep.checking(verification)
    let typed = verification.choice.typedInput
    let proof: ActionProof = typed == [.pin] ? .pin : .codes
    switch (answer, verification.purpose) {
    case (.done, .set(let setup)), (.done, .createKey(let setup)),
      (.done, .resubmit(let setup, _)):
      return with(.success, typed).ask(for: .proved(setup, proof, verification.choice))
    case (.failure(.notAllowed), .set(let setup)) where setup.kind == .changePIN:
      // This server takes no PIN but for the change itself: it is verified with the new one.
      return with(.collected, [.pin]).ask(for: .proved(setup, .pin, verification.choice))
    case (.failure(let failure), _):
      return refuse(failure, verification, proof, at: step)
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Has the server verify what entitles to a key.
  func entitle(_ factors: NewFactors, _ operation: OperationID) -> FlowTransition {
    move(to: .entitling(factors, operation)) { .askCreation($0) }
  }

  /// Has the key made, as the server has verified what entitles to it.
  func entitle(
    _ factors: NewFactors, _ operation: OperationID, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.entitling(factors, operation)
    switch (answer, factors.setup.kind) {
    case (.done, _):
      return move(to: .creating(factors, operation)) { .createKey($0) }
    case (.failure(.notAllowed(let reason)), .sign(let signing))
    where signing.policy.level != .biometricsOnly:
      // Who has a factor gets another by that one: the code is good for the fallback all the same.
      return with(.biometricsFail, [.biometrics], reason, of: .setSecondFactor)
        .signWithoutKey(factors, reason, operation, at: step)
    case (.failure(let failure), _):
      let verification = factors.verification { .createKey($0) }
      return refuse(failure, verification, factors.proof, at: step)
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Registers the key, as the authenticator has made it, or goes on without.
  func createKey(
    _ factors: NewFactors, _ operation: OperationID, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.creating(factors, operation)
    switch answer {
    case .done:
      return act(.set(factors, withKey: true, operation))
    case .dismissedPrompt:
      // On the way to a signature that means: in another way, please.
      if let policy = factors.setup.kind.signature?.policy, policy.level != .biometricsOnly {
        return goOnWithoutKey(factors, .biometricsCancelled, operation)
      }
      return askAgain(factors, .biometricsCancelled)
    case .notInForeground:
      return askAgain(factors, .notInForeground)
    case .failedCheck:
      var frame = self
      frame.biometricFailures += 1
      guard frame.biometricFailures >= Self.maximumBiometricFailures else {
        return frame.askAgain(factors, .biometricsFailed)
      }
      return frame.goOnWithoutKey(factors, .biometricsFailed, operation)
    case .unavailableBiometrics(let reason):
      return goOnWithoutKey(factors, reason, operation)
    default:
      return notUnderstand(answer, at: step)
    }
  }

  private func askAgain(_ factors: NewFactors, _ reason: FlowReason) -> FlowTransition {
    with(.biometricsFail, [.biometrics], reason, of: .setSecondFactor).ask(.set(factors))
  }

  /// Goes on as no key will be made in this flow.
  private func goOnWithoutKey(
    _ factors: NewFactors, _ reason: FlowReason, _ operation: OperationID
  ) -> FlowTransition {
    let frame = with(.biometricsFail, [.biometrics], reason, of: .setSecondFactor)
    let step = FlowStep.creating(factors, operation)
    return switch factors.setup.kind {
    case .enrol, .headlessUpgrade: frame.ask(.set(factors.offering(.none(reason))))
    case .sign: frame.signWithoutKey(factors, reason, operation, at: step)
    case .login, .linkLogin, .changePIN, .addBiometrics, .removeBiometrics:
      frame.end(.deviceUnable(reason), at: step)
    }
  }

  /// Falls back with the PIN or the mailed code, as no key is registered on the way; ends if only
  /// biometrics may sign.
  private func signWithoutKey(
    _ factors: NewFactors, _ reason: FlowReason, _ operation: OperationID, at step: FlowStep
  ) -> FlowTransition {
    if let approval = signByPIN(factors, operation) { return approval }
    guard let signing = factors.setup.kind.signature, let mailed = factors.mailedCode,
      signing.policy.level != .biometricsOnly
    else { return end(.deviceUnable(reason), at: step) }
    return fallBack(signing, mailed: mailed, operation)
  }

  /// Signs with the PIN that was given for a key on the way; nil if a code was.
  ///
  /// The key that a PIN adds waits, and could approve no more than the PIN.
  func signByPIN(_ factors: NewFactors, _ operation: OperationID) -> FlowTransition? {
    guard case .proved(let setup, .pin, let choice) = factors, case .sign = setup.kind else {
      return nil
    }
    return act(.prove(Verification(.act(setup.kind), choice), .pin, operation))
  }
}
