/// From the action to its end.
extension FlowFrame {
  func acted(_ action: SentAction, _ answer: ActionAnswer) -> FlowTransition {
    let step = FlowStep.acting(action)
    let forget = [FlowEffect.forget(action.operation)]
    switch answer {
    case .done(let result):
      return done(result, action)
    case .notRemembered:
      return ended(.deviceUnable(.vaultFailed), at: step)
    case .notSent where action.delivery == .first:
      return ended(.network, at: step, after: forget)
    case .notSent, .lost:
      return repeated(action)
    case .throttled, .sessionOver:
      return undecided(action, answer)
    case .wrongPIN where action.proof == .pin:
      return pinFailed(action, .wrongPIN)
    case .penalised where action.proof == .pin:
      return pinFailed(action, .penalised)
    case .proofRefused where action.proof != .pin:
      return proofRefused(action.question, at: step, after: forget)
    case .challengeExpired where action.proof != .pin:
      return renewed(action.question, at: step, after: forget)
    case .wrongPIN, .penalised, .proofRefused, .challengeExpired:
      // An answer about another proof than the one that was sent.
      return ended(.unknown(.answerNotUnderstood), at: step)
    case .blocked where action.proof == .pin:
      return with(.pinFail, .pin, .wrongPIN).ended(.secondFactorBlocked, at: step, after: forget)
    case .blocked:
      return ended(.secondFactorBlocked, at: step, after: forget)
    case .refused(let reason):
      return ended(.serverValidation(reason), at: step, after: forget)
    case .notAllowed(let reason):
      return ended(.notAllowed(reason), at: step, after: forget)
    case .notUnderstood(let reason):
      // Never success; and as it may have been one, the vault keeps the operation.
      return ended(.unknown(reason), at: step)
    }
  }

  /// How the second factor stands is known, or could not be asked.
  func refreshed(
    _ question: Question, _ reason: FlowReason, _ account: SecondFactorAccount?
  ) -> FlowTransition {
    var frame = with(.pinFail, .pin, reason)
    frame.secondFactorAccount = account ?? secondFactorAccount
    if account?.isBlocked == true {
      return frame.ended(.secondFactorBlocked, at: .refreshing(question, reason))
    }
    return frame.asking(question)
  }

  private func done(_ result: ActionResult, _ action: SentAction) -> FlowTransition {
    let frame = with(.success, action.proof.factor)
    let ending: FinishedFlow.Ending =
      result.status == .failed
      ? .actionFailed(.serverValidation(.supplierRefused), result) : .done(result)
    return frame.finished(ending, at: .acting(action), after: [.forget(action.operation)])
  }

  /// The identical request again; the deadline of this PROCESSING ends it.
  private func repeated(_ action: SentAction) -> FlowTransition {
    var action = action
    action.delivery = .repeated
    return moved(to: .acting(action)) { .actAgain($0) }
  }

  /// A refusal from before the proof was looked at.
  ///
  /// It says that this copy was not executed; of a copy before it, whose answer was lost, it says
  /// nothing.
  private func undecided(_ action: SentAction, _ answer: ActionAnswer) -> FlowTransition {
    let step = FlowStep.acting(action)
    let forget = [FlowEffect.forget(action.operation)]
    switch (action.delivery, answer) {
    case (.repeated, .sessionOver):
      return ended(.outcomeUnknown(action.operation), at: step)
    case (.repeated, _):
      return repeated(action)
    case (.first, .throttled(let reason)) where action.proof == .pin:
      return pinFailed(action, reason)
    case (.first, .throttled(let reason)):
      return ended(.serverValidation(reason), at: step, after: forget)
    case (.first, _):
      return ended(.sessionExpired, at: step, after: forget)
    }
  }

  private func pinFailed(_ action: SentAction, _ reason: FlowReason) -> FlowTransition {
    let next = moved(to: .refreshing(action.question, reason)) { .askSecondFactorAccount($0) }
    return FlowTransition(next.state, [.forget(action.operation)] + next.effects)
  }
}
