@testable import FlowModel

/// What follows from an event, in the words of the table.
func outcome(of event: FlowEvent, in state: FlowState) -> String {
  let transition: FlowTransition
  do throws(FlowInputError) {
    transition = try state.applying(event)
  } catch {
    return switch error {
    case .factorNotAllowed(let factor): "!factorNotAllowed(\(factor.rawValue))"
    case .unexpectedInput(let interaction): "!unexpectedInput(\(interaction.rawValue))"
    default: "!\(error)"
    }
  }
  if transition.state == state, transition.effects.isEmpty { return "-" }
  let effects = transition.effects.map(\.text).joined(separator: " ")
  return text(transition.state) + (effects.isEmpty ? "" : " / " + effects)
}

private func text(_ state: FlowState) -> String {
  switch state {
  case .idle: "idle"
  case .active(let frame, .asking(let question)):
    "ask " + text(question) + (frame.lastResult.map { " " + text($0) } ?? "")
  case .active(_, let step): step.text
  case .finished(let finished): text(finished.ending)
  }
}

extension FlowStep {
  /// The step as the table names it.
  var text: String {
    switch self {
    case .opening: "open"
    case .confirming: "confirm"
    case .recalling: "recall"
    case .resolving: "resolve"
    case .reading: "read"
    case .preparing: "prepare"
    case .consulting: "consult"
    case .sendingCode(_, .mail(let use), _): "send " + FlowModelTests.text(use)
    case .sendingCode(_, .text, _): "send text"
    case .asking: "ask"
    case .keeping: "keep"
    case .renewing: "renew"
    case .signing: "sign"
    case .verifying: "verify"
    case .disabling: "disable"
    case .remembering: "remember"
    case .entitling: "entitle"
    case .creating: "create"
    case .acting(let action):
      FlowModelTests.text(action.intent) + " \(action.proof)"
        + (action.delivery == .first ? "" : " again")
    case .refreshing: "refresh"
    case .denying(_, _, let delivery): delivery == .first ? "deny" : "deny again"
    }
  }
}

private func text(_ intent: SentAction.Intent) -> String {
  switch intent {
  case .prove: "act"
  case .confirm: "act session"
  case .set(_, let factors): "set \(factors)"
  case .register: "register"
  }
}

private func text(_ question: Question) -> String {
  switch question {
  case .confirm: "CONFIRM"
  case .review: "CONFIRM_TRANSACTION"
  case .verify(let verification): text(verification.choice)
  case .softPrompt: "SOFT_PROMPT"
  case .set(let question): "SET \(question.factors)"
  case .register: "SET on the way"
  }
}

private func text(_ choice: Verification.Choice) -> String {
  switch choice {
  case .pin: "pin"
  case .biometrics: "biometrics"
  case .either: "either"
  case .biometricsOrCode: "biometricsOrCode"
  case .mailedCode(let use, _): "mailed " + text(use)
  case .textedCode: "texted"
  case .authenticatorCode: "app"
  }
}

private func text(_ use: CodeUse) -> String {
  switch use {
  case .proof: "proof"
  case .fallback(.texted): "fallback"
  case .fallback(.authenticatorApp): "first"
  case .registration(.open): "offer"
  case .registration(.agreed): "agreed"
  case .registration(.taken): "taken"
  }
}

/// Outcome, interaction where it is no VERIFY_SECOND_FACTOR, reason.
private func text(_ result: InteractionResult) -> String {
  result.outcome.rawValue
    + (result.interaction == .verifySecondFactor ? "" : ":" + result.interaction.rawValue)
    + (result.reason.map { "(\($0))" } ?? "")
}

private func text(_ ending: FinishedFlow.Ending) -> String {
  switch ending {
  case .done(.action(let result)): "DONE \(result.status)"
  case .done(.accomplished): "DONE"
  case .error(.outcomeUnknown(let operation)): "ERROR outcomeUnknown(\(operation))"
  case .error(let error), .actionFailed(let error, _):
    "ERROR " + error.kind + (error.reason.map { "(\($0))" } ?? "")
  }
}

extension FlowEffect {
  /// The effect as the table names it.
  var text: String {
    switch self {
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
    case .disableBiometrics: "disable"
    case .deny: "deny"
    case .release: "release"
    case .session(.open): "open"
    case .session(.confirm(_, _, let number)): "confirm" + (number ?? "")
    case .review(.read): "review"
    case .review(.denyAfterRefusal): "denyToo"
    case .code(.send): "send"
    case .code(.keep): "keep"
    case .factors(.consult): "consult"
    case .factors(.remember(_, let answer)): "remember(\(answer))"
    case .factors(.askCreation): "creation"
    case .factors(.create): "create"
    }
  }
}
