/// A question for a person, with all that its answer needs.
public indirect enum Question: Sendable, Hashable {
  /// CONFIRM, of an enrolment or a login; the operation is the confirmation.
  case confirm(FlowKind<Signing>, ConfirmSessionInfo, OperationID)
  /// CONFIRM_TRANSACTION.
  case review(Review, SigningPolicy)
  /// VERIFY_SECOND_FACTOR.
  case verify(Verification)
  /// SOFT_PROMPT: whether biometrics are wanted among these factors.
  case softPrompt(NewFactors)
  /// SET_SECOND_FACTOR.
  case set(NewFactors)
}

extension Question {
  /// The content that a screen needs to ask it.
  var content: Interaction.Content {
    switch self {
    case .confirm(_, let info, _): .confirm(info)
    case .review: .confirmTransaction
    case .verify(let verification): .verifySecondFactor(verification.info)
    case .softPrompt(let factors): .softPrompt(factors.setup.promptReason)
    case .set(let factors): .setSecondFactor(factors.setup.info)
    }
  }

  /// The types of input that an answer gives; empty for a denial, and for the wish for a code.
  func inputTypes(of input: FlowInput) -> Set<InputType> {
    switch input {
    case .confirmSession, .confirmTransaction, .softPrompt: [.confirm]
    case .pin: [.pin]
    case .biometrics: [.biometrics]
    case .pinAndBiometrics: [.pin, .biometrics]
    case .code:
      if case .verify(let verification) = self { verification.choice.typedInput } else { [] }
    case .requestCode, .deny: []
    }
  }

  /// The kind of the flow that asks.
  var kind: FlowKind<Signing> {
    switch self {
    case .confirm(let kind, _, _): kind
    case .review(let review, let policy): .sign(.review(review, policy))
    case .verify(let verification): verification.purpose.kind
    case .softPrompt(let factors), .set(let factors): factors.setup.kind
    }
  }
}
