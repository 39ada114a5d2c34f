/// From the start to the first call of the flow's own: first the results of earlier operations have
/// to be known.
extension FlowFrame {
  func begin(_ purpose: FlowPurpose) -> FlowTransition {
    switch purpose {
    case .enrol: process(.openingEnrolment) { .openSession($0) }
    case .login: process(.openingLogin) { .openSession($0) }
    case .linkLogin: process(.openingLinkLogin) { .openSession($0) }
    case .account(let purpose): process(.recalling(purpose)) { .readOpenOperation($0) }
    }
  }

  func recall(_ purpose: AccountPurpose, _ answer: Answer) -> FlowTransition {
    switch answer {
    case .openOperation(nil): open(purpose)
    case .openOperation(let operation?):
      move(to: .resolving(purpose, operation)) { .lookUpOperation($0, operation) }
    default: notUnderstand(answer, at: .recalling(purpose))
    }
  }

  func resolve(
    _ purpose: AccountPurpose, _ operation: OperationID, _ answer: Answer
  ) -> FlowTransition {
    let step = FlowStep.resolving(purpose, operation)
    switch answer {
    case .unknownOperation, .otherOperation(nil):
      return recallNext(purpose, after: operation)
    case .sameOperation(nil):
      return complete(at: step, reviewed: .approved, after: [.forget(operation)])
    case .sameOperation(let result?) where result.status != .failed:
      // What is asked for was done already. Doing it again needs another "Authorize".
      var frame = self
      frame.earlierOperation = result
      return frame.complete(at: step, result: result, after: [.forget(operation)])
    case .sameOperation(let result?), .otherOperation(let result?):
      var frame = self
      frame.earlierOperation = result
      return frame.recallNext(purpose, after: operation)
    default:
      return notUnderstand(answer, at: step)
    }
  }

  /// Asks whether another operation is open, as the result of this one is known.
  private func recallNext(
    _ purpose: AccountPurpose, after operation: OperationID
  ) -> FlowTransition {
    move(to: .recalling(purpose)) { .readOpenOperation($0) }.after([.forget(operation)])
  }

  private func open(_ purpose: AccountPurpose) -> FlowTransition {
    switch purpose {
    case .scenario(let policy): prepare(.scenario(policy))
    case .transaction(let policy): prepare(.transaction(nil, policy))
    case .review(let authorised, let policy):
      move(to: .reading(authorised: authorised, policy)) { .readReview($0) }
    case .changePIN: move(to: .consultingToChangePIN) { .consultFactors($0) }
    case .addBiometrics: move(to: .consultingToAddBiometrics) { .consultFactors($0) }
    case .removeBiometrics: move(to: .consultingToRemoveBiometrics) { .consultFactors($0) }
    case .headlessUpgrade: move(to: .consultingToUpgrade) { .consultFactors($0) }
    }
  }
}

/// The four flows over the account's own factors, up to their first question.
extension FlowFrame {
  func consult(_ answer: Answer, at step: FlowStep) -> FlowTransition {
    guard case .factors(let account, let demand, let offer) = answer else {
      return notUnderstand(answer, at: step)
    }
    var frame = self
    frame.secondFactorAccount = account
    switch step {
    case .consultingToChangePIN:
      guard account.hasPIN else { return frame.end(.notAllowed(.pinMissing), at: step) }
      return frame.ask(.set(.changePIN), demand, account, at: step)
    case .consultingToAddBiometrics:
      guard account.hasPIN else { return frame.end(.notAllowed(.pinMissing), at: step) }
      if case .none(let reason) = offer { return frame.end(.deviceUnable(reason), at: step) }
      let setup = FactorSetup.addBiometrics(offer == .unasked ? .unasked : .welcome)
      return frame.ask(.set(setup), .pin, account, at: step)
    case .consultingToRemoveBiometrics:
      guard account.hasBiometrics else {
        return frame.end(.deviceUnable(.nothingEnrolled), at: step)
      }
      return frame.ask(.removeBiometrics, demand, account, at: step)
    case .consultingToUpgrade:
      guard !account.hasPIN else {
        return frame.end(.notAllowed(.secondFactorExists), at: step)
      }
      return frame.upgrade(.headlessUpgrade(offer), demand, at: step)
    default:
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
