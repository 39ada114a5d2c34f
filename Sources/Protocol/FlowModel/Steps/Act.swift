/// From the action to its end (flows, "Results and what follows").
extension FlowFrame {
  /// Hands an action to the transport, within the present PROCESSING.
  func act(_ action: SentAction) -> FlowTransition {
    move(to: .acting(action)) { .act($0, action.proof, action.operation) }
  }

  func act(_ action: SentAction, _ answer: Answer, at step: FlowStep) -> FlowTransition {
    let forget = [FlowEffect.forget(action.operation)]
    switch answer {
    case .failure(let failure):
      return refuse(failure, action, at: step)
    case .decision(let status) where status != .pending:
      guard case .prove(let verification, _, _) = action,
        case .act(.sign(.review)) = verification.purpose
      else { return notUnderstand(answer, at: step) }
      return endReviewed(as: status, at: step, after: forget)
    default:
      return complete(action, answer, at: step) ?? notUnderstand(answer, at: step)
    }
  }

  /// Goes on as the action was executed; nil if the answer says so of another kind of action.
  private func complete(
    _ action: SentAction, _ answer: Answer, at step: FlowStep
  ) -> FlowTransition? {
    let forget = [FlowEffect.forget(action.operation)]
    let frame = with(.success, action.inputTypes, of: action.interaction)
    switch (action, answer) {
    case (.prove(let verification, _, _), _):
      return frame.complete(verification, answer, at: step, after: forget)
    case (.confirm, .openedSession(let account)):
      return frame.complete(at: step, for: account, after: forget)
    case (.set(let factors, _, let operation), _):
      switch (factors.setup.kind, answer) {
      case (.enrol, .openedSession(let account)):
        return frame.complete(at: step, for: account, after: forget)
      case (.changePIN, .done), (.addBiometrics, .done), (.headlessUpgrade, .done):
        return frame.complete(at: step, after: forget)
      case (.sign(let signing), .done):
        let approval =
          frame.signByPIN(factors, operation) ?? frame.prepare(signing, isKeyNew: true)
        return approval.after(forget)
      default:
        return nil
      }
    default:
      return nil
    }
  }

  private func complete(
    _ verification: Verification, _ answer: Answer, at step: FlowStep,
    after forget: [FlowEffect]
  ) -> FlowTransition? {
    guard case .act(let kind) = verification.purpose else { return nil }
    switch (kind, answer) {
    case (.sign(.transaction), .result(let result)), (.sign(.scenario), .result(let result)):
      guard result.status != .failed else {
        return end(.serverValidation(.actionFailed), at: step, result: result, after: forget)
      }
      return complete(at: step, result: result, after: forget)
    case (.sign, .done):
      return complete(at: step, reviewed: .approved, after: forget)
    case (.removeBiometrics, .done):
      return complete(at: step, after: forget)
    case (.enrol, .openedSession(let account)), (.login, .openedSession(let account)),
      (.linkLogin, .openedSession(let account)):
      return complete(at: step, for: account, after: forget)
    case (.sign(let signing), .codeDelivery(let texted)):
      guard case .mailedCode(let mailed) = verification.choice,
        signing.secondCode(after: mailed) == .otp
      else { return nil }
      var frame = self
      frame.wrongCodes = 0
      return frame.ask(verification.purpose, .textedCode(texted), after: forget)
    default:
      return nil
    }
  }

  /// Sends the identical request again; the deadline of this PROCESSING ends it.
  func actAgain(_ action: SentAction) -> FlowTransition {
    move(to: .repeating(action)) { .actAgain($0) }
  }
}
