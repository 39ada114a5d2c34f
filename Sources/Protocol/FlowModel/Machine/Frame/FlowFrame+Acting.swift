/// From the action to its end (flows, "Results and what follows").
extension FlowFrame {
  /// Hands an action to the transport, within the present PROCESSING.
  func acting(
    _ intent: SentAction.Intent, _ proof: ActionProof, _ operation: OperationID
  ) -> FlowTransition {
    moved(to: .acting(SentAction(intent: intent, proof: proof, operation: operation))) {
      .act($0, proof, operation)
    }
  }

  func acted(_ action: SentAction, _ answer: ActionAnswer) -> FlowTransition {
    let step = FlowStep.acting(action)
    let forget = [FlowEffect.forget(action.operation)]
    if let refusal = answer.refusal { return refused(refusal, action) }
    if let error = answer.turnedDown {
      // This copy was not executed; of the one before it, whose answer was lost, it says nothing.
      return action.delivery == .first
        ? ended(error, at: step, after: forget)
        : ended(.outcomeUnknown(action.operation), at: step)
    }
    switch answer {
    case .notRemembered:
      return ended(.deviceUnable(.vaultFailed), at: step)
    case .notSent where action.delivery == .first:
      return ended(.network, at: step, after: forget)
    case .notSent, .lost:
      return repeated(action)
    case .notUnderstood(let reason):
      // Never success; and as it may have been one, the vault keeps the operation.
      return ended(.unknown(reason), at: step)
    case .alreadyReviewed(let status):
      guard case .prove(let verification) = action.intent,
        case .sign(_, .review(let review)) = verification.cause
      else { return notUnderstood(at: step) }
      return alreadyReviewed(status, .review(review), after: forget)
    case .pinUnacceptable(let reason):
      guard case .set(let question, let factors) = action.intent, factors != .biometrics else {
        return notUnderstood(at: step)
      }
      return with(.pinFail, factors.inputTypes, reason, of: .setSecondFactor)
        .asking(.set(question), after: forget)
    default:
      return accomplished(action, answer) ?? notUnderstood(at: step)
    }
  }

  /// An answer that says that it was done; nil where it says so of another kind of action.
  private func accomplished(_ action: SentAction, _ answer: ActionAnswer) -> FlowTransition? {
    let subject = FlowStep.acting(action).subject
    let forget = [FlowEffect.forget(action.operation)]
    let frame = with(.success, action.inputTypes, of: action.intent.interaction)
    switch (action.intent, answer) {
    case (.prove(let verification), _):
      return frame.proved(verification, action, answer)
    case (.confirm, .sessionOpened(let account)):
      return frame.finished(.done(.accomplished), subject.opened(for: account), after: forget)
    case (.set(let question, _), .sessionOpened(let account)):
      guard case .enrol = question.basis.setting.goal else { return nil }
      return frame.finished(.done(.accomplished), subject.opened(for: account), after: forget)
    case (.set(let question, _), .accomplished):
      if case .enrol = question.basis.setting.goal { return nil }
      return frame.finished(.done(.accomplished), subject, after: forget)
    case (.register(let errand, let matter, _), .accomplished):
      return frame.prepare(errand, matter, .afterRegistration).after(forget)
    default:
      return nil
    }
  }

  private func proved(
    _ verification: Verification, _ action: SentAction, _ answer: ActionAnswer
  ) -> FlowTransition? {
    let subject = FlowStep.acting(action).subject
    let forget = [FlowEffect.forget(action.operation)]
    switch (verification.cause, answer) {
    case (.sign(_, .transaction), .done(let result)), (.sign(_, .scenario), .done(let result)):
      let ending: FinishedFlow.Ending =
        result.status == .failed
        ? .actionFailed(.serverValidation(.actionFailed), result) : .done(.action(result))
      return finished(ending, subject, after: forget)
    case (.sign(_, .review), .accomplished):
      return finished(.done(.accomplished), subject.reviewed(as: .approved), after: forget)
    case (.sign(_, .scenario), .accomplished), (.sign(_, .transaction), .accomplished),
      (.removal, .accomplished):
      return finished(.done(.accomplished), subject, after: forget)
    case (.login, .sessionOpened(let account)), (.headless, .sessionOpened(let account)):
      return finished(.done(.accomplished), subject.opened(for: account), after: forget)
    case (.sign, .codeTexted(let delivery)):
      guard case .mailedCode(.fallback(.texted), _) = verification.choice else { return nil }
      var frame = self
      frame.wrongCodes = 0
      return frame.asking(verification.cause, .textedCode(delivery), after: forget)
    default:
      return nil
    }
  }

  /// The identical request again; the deadline of this PROCESSING ends it.
  func repeated(_ action: SentAction) -> FlowTransition {
    var action = action
    action.delivery = .repeated
    return moved(to: .acting(action)) { .actAgain($0) }
  }
}
