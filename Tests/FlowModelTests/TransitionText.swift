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
  case .finished(let flow): text(flow)
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
    case .preparing, .preparingWithNewKey: "prepare"
    case .consulting: "consult"
    case .mailingCode(let purpose, _): "send " + FlowModelTests.text(purpose, mailed: nil)
    case .textingCode: "send text"
    case .asking: "ask"
    case .keepingConfirmation, .keeping: "keep"
    case .renewing: "renew"
    case .signing: "sign"
    case .verifying: "verify"
    case .disabling: "disable"
    case .remembering: "remember"
    case .checking: "check"
    case .entitling: "entitle"
    case .creating: "create"
    case .acting(let action): FlowModelTests.text(action)
    case .repeating(let action): FlowModelTests.text(action) + " again"
    case .refreshing: "refresh"
    case .denying: "deny"
    case .denyingAgain: "deny again"
    }
  }
}

private func text(_ action: SentAction) -> String {
  let kind =
    switch action {
    case .prove: "act"
    case .confirm: "act session"
    case .set(let factors, _, _) where factors.setup.kind.signature != nil: "register"
    case .set(let factors, let withKey, _):
      factors.setup.hasPIN ? (withKey ? "set both" : "set pin") : "set biometrics"
    }
  return kind + " \(action.proof)"
}

private func text(_ question: Question) -> String {
  switch question {
  case .confirm: "CONFIRM"
  case .review: "CONFIRM_TRANSACTION"
  case .verify(let verification): text(verification)
  case .softPrompt: "SOFT_PROMPT"
  case .set(let factors):
    switch (factors.setup.info.allowed, factors.setup.kind.signature) {
    case (_, .some): "SET on the way"
    case ([.pin], nil): "SET pin"
    case ([.biometrics], nil): "SET biometrics"
    default: "SET pinAndMaybeBiometrics"
    }
  }
}

private func text(_ verification: Verification) -> String {
  switch verification.choice {
  case .pin: "pin"
  case .biometrics: "biometrics"
  case .either: "either"
  case .biometricsOrCode: "biometricsOrCode"
  case .all: "all"
  case .pinOrCode: "pinOrCode"
  case .mailedCode(let delivery):
    "mailed " + text(verification.purpose, mailed: delivery)
  case .textedCode: "texted"
  case .authenticatorCode: "app"
  case .otherDevice: "elsewhere"
  }
}

/// What a mailed code is for.
private func text(_ purpose: Purpose, mailed: CodeDelivery?) -> String {
  switch purpose {
  case .act(.sign(let signing)):
    signing.secondCode(after: mailed ?? Sample.mail) == .otp ? "fallback" : "first"
  case .set(let setup) where setup.kind.signature != nil:
    setup.offer == .unasked ? "offer" : "agreed"
  case .createKey(let setup) where setup.kind.signature != nil: "taken"
  case .act, .set, .createKey, .resubmit: "proof"
  }
}

/// Outcome, interaction where it is no VERIFY_SECOND_FACTOR, reason.
private func text(_ result: InteractionResult) -> String {
  result.outcome.rawValue
    + (result.interaction == .verifySecondFactor ? "" : ":" + result.interaction.rawValue)
    + (result.reason.map { "(\($0))" } ?? "")
}

private func text(_ flow: Flow) -> String {
  switch flow.error {
  case .outcomeUnknown(let operation)?: "ERROR outcomeUnknown(\(operation))"
  case let error?: "ERROR " + error.kind + (error.reason.map { "(\($0))" } ?? "")
  case nil: "DONE" + (flow.result.map { " \($0.status)" } ?? "")
  }
}

extension FlowEffect {
  /// The effect as the table names it.
  var text: String {
    switch self {
    case .armDeadline: "deadline"
    case .readOpenOperation: "read"
    case .lookUpOperation: "lookup"
    case .openSession: "open"
    case .confirmEnrolment: "confirm"
    case .confirmLogin(_, _, let number): "confirm" + (number ?? "")
    case .readReview: "review"
    case .consultFactors: "consult"
    case .askChallenge: "options"
    case .mailCode, .textCode: "send"
    case .keepInput: "keep"
    case .checkProof: "check"
    case .sign: "sign"
    case .verify: "verify"
    case .disableBiometrics: "disable"
    case .rememberSoftPrompt(_, let answer): "remember(\(answer))"
    case .askCreation: "creation"
    case .createKey: "create"
    case .act: "act"
    case .actAgain: "repeat"
    case .askSecondFactor: "account"
    case .deny: "deny"
    case .denyAfterRefusal: "denyToo"
    case .awaitDecision: "await"
    case .forget: "forget"
    case .release: "release"
    }
  }
}
