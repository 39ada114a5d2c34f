/// From the start to the first call of the flow's own: first the results of earlier operations have
/// to be known.
extension FlowFrame {
  func begin(_ kind: FlowKind<Signing>) -> FlowTransition {
    switch kind {
    case .enrol, .login, .linkLogin: process(.opening(kind)) { .openSession($0) }
    case .sign, .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade:
      process(.recalling(kind)) { .readOpenOperation($0) }
    }
  }

  func recall(_ kind: FlowKind<Signing>, _ answer: Answer) -> FlowTransition {
    switch answer {
    case .openOperation(nil): open(kind)
    case .openOperation(let operation?):
      move(to: .resolving(kind, operation)) { .lookUpOperation($0, operation) }
    default: notUnderstand(answer, at: .recalling(kind))
    }
  }

  func resolve(
    _ kind: FlowKind<Signing>, _ operation: OperationID, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.resolving(kind, operation)
    switch answer {
    case .unknownOperation, .otherOperation(nil):
      return recallNext(kind, after: operation)
    case .sameOperation(nil):
      return complete(at: step, reviewed: .approved, after: [.forget(operation)])
    case .sameOperation(let result?) where result.status != .failed:
      // What is asked for was done already. Doing it again needs another "Authorize".
      var frame = self
      frame.shown.earlierOperation = result
      return frame.complete(at: step, result: result, after: [.forget(operation)])
    case .sameOperation(let result?), .otherOperation(let result?):
      var frame = self
      frame.shown.earlierOperation = result
      return frame.recallNext(kind, after: operation)
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Asks whether another operation is open, as the result of this one is known.
  private func recallNext(
    _ kind: FlowKind<Signing>, after operation: OperationID
  ) -> FlowTransition {
    move(to: .recalling(kind)) { .readOpenOperation($0) }.after([.forget(operation)])
  }

  private func open(_ kind: FlowKind<Signing>) -> FlowTransition {
    switch kind {
    case .enrol, .login, .linkLogin: move(to: .opening(kind)) { .openSession($0) }
    case .sign(.unread(let authorised, let policy)):
      move(to: .reading(authorised: authorised, policy)) { .readReview($0) }
    case .sign(let signing): prepare(signing)
    case .changePIN, .addBiometrics, .removeBiometrics, .headlessUpgrade:
      move(to: .consulting(kind)) { .consultFactors($0) }
    }
  }
}

/// The four flows over the account's own factors, up to their first question.
extension FlowFrame {
  func consult(_ kind: FlowKind<Signing>, _ answer: Answer) -> FlowTransition {
    let step = FlowStep.consulting(kind)
    guard case .factors(let account, let demand, let offer) = answer else {
      return notUnderstand(answer, at: step)
    }
    var frame = self
    frame.shown.secondFactorAccount = account
    switch kind {
    case .changePIN:
      guard account.hasPIN else { return frame.end(.notAllowed(.pinMissing), at: step) }
      let setup = FactorSetup(kind, .none(.biometricsNotAvailable))
      return frame.ask(.set(setup), demand, account, at: step)
    case .addBiometrics:
      guard account.hasPIN else { return frame.end(.notAllowed(.pinMissing), at: step) }
      if case .none(let reason) = offer { return frame.end(.deviceUnable(reason), at: step) }
      let setup = FactorSetup(kind, offer == .unasked ? .unasked : .welcome)
      return frame.ask(.set(setup), .pin, account, at: step)
    case .removeBiometrics:
      guard account.hasBiometrics else {
        return frame.end(.deviceUnable(.nothingEnrolled), at: step)
      }
      return frame.ask(.act(kind), demand, account, at: step)
    case .headlessUpgrade:
      guard !account.hasPIN else {
        return frame.end(.notAllowed(.secondFactorExists), at: step)
      }
      return frame.upgrade(FactorSetup(kind, offer), demand, at: step)
    case .enrol, .login, .linkLogin, .sign:
      return notUnderstand(answer, at: step)
    }
  }

  /// Asks for a factor that the account has; a blocked PIN is none.
  private func ask(
    _ purpose: Purpose, _ demand: Demand, _ account: SecondFactorAccount, at step: FlowStep
  ) -> FlowTransition {
    switch demand {
    case .pin:
      account.isBlocked ? end(.secondFactorBlocked, at: step) : ask(purpose, .pin)
    case .biometrics(let challenge):
      ask(purpose, .biometrics(challenge))
    case .either(let challenge):
      ask(purpose, account.isBlocked ? .biometrics(challenge) : .either(challenge))
    case .nothing, .code:
      // Who has a factor never changes it without one.
      end(.unknown(.answerNotUnderstood), at: step)
    }
  }

  private func upgrade(
    _ setup: FactorSetup, _ demand: Demand, at step: FlowStep
  ) -> FlowTransition {
    switch demand {
    case .nothing: ask(for: .confirmed(setup))
    case .code: mailCode(for: .set(setup))
    case .pin, .biometrics, .either: end(.unknown(.answerNotUnderstood), at: step)
    }
  }
}
