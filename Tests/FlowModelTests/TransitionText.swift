@testable import FlowModel

/// What follows from an event, in the words of the table.
func outcome(of event: FlowEvent, in state: FlowState) -> String {
  let transition: FlowTransition
  do throws(FlowInputError) {
    transition = try state.applying(event)
  } catch {
    if case .factorNotAllowed(let factor) = error { return "!factorNotAllowed(\(factor.rawValue))" }
    return "!\(error)"
  }
  if transition.state == state, transition.effects.isEmpty { return "-" }
  let effects = transition.effects.map(text).joined(separator: " ")
  return text(transition.state) + (effects.isEmpty ? "" : " / " + effects)
}

private func text(_ state: FlowState) -> String {
  switch state {
  case .idle: "idle"
  case .active(let frame, .asking(let question)):
    "ask " + text(question.choice) + (frame.lastResult.map { " " + text($0) } ?? "")
  case .active(_, let step): text(step)
  case .finished(let finished): text(finished.ending)
  }
}

private func text(_ step: FlowStep) -> String {
  switch step {
  case .recalling: "recall"
  case .resolving: "resolve"
  case .preparing: "prepare"
  case .renewing: "renew"
  case .asking: "ask"
  case .signing: "sign"
  case .verifying: "verify"
  case .acting(let action): "act \(action.proof)" + (action.delivery == .first ? "" : " again")
  case .refreshing: "refresh"
  }
}

private func text(_ choice: Question.Choice) -> String {
  switch choice {
  case .pin: "pin"
  case .biometrics: "biometrics"
  case .either: "either"
  }
}

private func text(_ result: InteractionResult) -> String {
  result.outcome.rawValue + (result.reason.map { "(\($0))" } ?? "")
}

private func text(_ ending: FinishedFlow.Ending) -> String {
  switch ending {
  case .done(let result): "DONE \(result.status)"
  case .error(.outcomeUnknown(let operation)): "ERROR outcomeUnknown(\(operation))"
  case .error(let error), .actionFailed(let error, _):
    "ERROR " + error.kind + (error.reason.map { "(\($0))" } ?? "")
  }
}

private func text(_ effect: FlowEffect) -> String {
  switch effect {
  case .armDeadline: "deadline"
  case .readOpenOperation: "read"
  case .askOperation: "lookup"
  case .askOptions: "options"
  case .sign: "sign"
  case .verify: "verify"
  case .act: "act"
  case .actAgain: "repeat"
  case .forget: "forget"
  case .askSecondFactorAccount: "account"
  case .release: "release"
  }
}
