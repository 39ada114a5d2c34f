/// The step of an active flow: what is waited for, with what is known then.
public indirect enum FlowStep: Sendable, Hashable {
  /// ENROL, LOGIN: the session is asked for that is to be confirmed.
  case opening(FlowKind<Signing>)
  /// The server is asked what else the confirmed session needs; the operation is its confirmation.
  case confirming(FlowKind<Signing>, OperationID)
  /// The vault is asked what is open of an earlier flow.
  case recalling(FlowKind<Signing>)
  /// The server is asked for the result of an earlier operation.
  case resolving(FlowKind<Signing>, OperationID)
  /// The server is asked for the transaction under review.
  case reading(authorised: Review?, SigningPolicy)
  /// The server is asked for a challenge over what is signed.
  case preparing(Signing)
  /// The same after a key was registered on the way: the person will be asked to sign with it.
  case preparingWithNewKey(Signing)
  /// The server is asked for the account's factors, which are to be changed.
  case consulting(FlowKind<Signing>)
  /// The server mails a code; if it cannot, the question that stood before is asked again.
  case mailingCode(Purpose, instead: Verification?)
  /// The server texts a code once more; if it cannot, this question is asked again.
  case textingCode(Verification)
  /// A person is asked.
  case asking(Question)
  /// The confirmation of a transaction is kept; no call is made.
  case keepingConfirmation(Review, SigningPolicy)
  /// A factor is kept; the operation names the action that it will go with.
  case keeping(Verification, OperationID)
  /// The server is asked for a challenge in place of an expired one.
  case renewing(Verification)
  /// The authenticator signs the challenge of this operation.
  case signing(Verification, OperationID)
  /// The signed challenge is exchanged for a token.
  case verifying(Verification, OperationID)
  /// The biometric key is gone: biometrics are disabled here and at the server.
  case disabling(Verification)
  /// The vault notes the answer to the soft prompt.
  case remembering(NewFactors, SoftPromptAnswer, OperationID)
  /// The server verifies the PIN before CHANGE_PIN and an ENROL anew ask for a new one, and
  /// ADD_BIOMETRICS for a key.
  case checking(Verification)
  /// The server verifies what entitles to a new key, and says how to make it.
  case entitling(NewFactors, OperationID)
  /// The authenticator makes a key.
  case creating(NewFactors, OperationID)
  /// The first copy of an action was handed to the transport.
  case acting(SentAction)
  /// An answer was lost: a copy may have been executed, and the identical one is sent again.
  case repeating(SentAction)
  /// The PIN was not accepted; the server is asked for the state of the second factor.
  case refreshing(Verification, FlowReason)
  /// The server is told that the person denies.
  case denying(Signing)
  /// The same once more, after an answer was lost.
  case denyingAgain(Signing)

  /// The phase of a flow at this step.
  var phase: FlowPhase {
    if case .asking = self { .waitForInput } else { .processing }
  }

  /// The kind of the flow, with what is signed as it is known at this step.
  var kind: FlowKind<Signing> {
    switch self {
    case .opening(let kind), .confirming(let kind, _), .recalling(let kind),
      .resolving(let kind, _), .consulting(let kind):
      kind
    case .reading(let authorised, let policy): .sign(.unread(authorised: authorised, policy))
    case .preparing(let signing), .preparingWithNewKey(let signing), .denying(let signing),
      .denyingAgain(let signing):
      .sign(signing)
    case .mailingCode(let purpose, _): purpose.kind
    case .asking(let question): question.kind
    case .keepingConfirmation(let review, let policy): .sign(.review(review, policy))
    case .textingCode(let verification), .keeping(let verification, _),
      .renewing(let verification), .signing(let verification, _),
      .verifying(let verification, _), .disabling(let verification),
      .checking(let verification), .refreshing(let verification, _):
      verification.purpose.kind
    case .remembering(let factors, _, _), .entitling(let factors, _), .creating(let factors, _):
      factors.setup.kind
    case .acting(let action), .repeating(let action): action.kind
    }
  }

  /// The factor whose proof is verified at this step; nil if none is.
  var verifiedFactor: Factor? {
    switch self {
    case .refreshing: .pin
    case .signing, .verifying, .renewing, .disabling: .biometrics
    case .acting(let action), .repeating(let action): action.proof.factor
    case .keeping(let verification, _), .checking(let verification):
      verification.choice.typedInput == [.pin] ? .pin : .validateCode
    case .entitling(let factors, _), .creating(let factors, _): factors.proof.factor
    default: nil
    }
  }
}

/// An action that was handed to the transport.
public indirect enum SentAction: Sendable, Hashable {
  /// The action that a factor was given for.
  case prove(Verification, ActionProof, OperationID)
  /// The confirmation of a session that needs no factor.
  case confirm(FlowKind<Signing>, OperationID)
  /// The setting of factors, with a key that was made or without.
  case set(NewFactors, withKey: Bool, OperationID)

  /// The proof that entitles to it.
  public var proof: ActionProof {
    switch self {
    case .prove(_, let proof, _): proof
    case .confirm: .confirmation
    case .set(let factors, _, _): factors.proof
    }
  }

  /// The operation's id, which the vault holds; a confirmation is known by its session.
  public var operation: OperationID {
    switch self {
    case .prove(_, _, let operation), .confirm(_, let operation), .set(_, _, let operation):
      operation
    }
  }

  /// The kind of the flow.
  var kind: FlowKind<Signing> {
    switch self {
    case .prove(let verification, _, _): verification.purpose.kind
    case .confirm(let kind, _): kind
    case .set(let factors, _, _): factors.setup.kind
    }
  }

  /// The interaction whose result is the action's.
  var interaction: InteractionType {
    switch self {
    case .prove: .verifySecondFactor
    case .confirm: .confirm
    case .set: .setSecondFactor
    }
  }

  /// The types of input that were given for it.
  var inputTypes: Set<InputType> {
    switch self {
    case .set(let factors, let withKey, _): factors.setup.inputTypes(withKey: withKey)
    case .confirm, .prove(_, .confirmation, _): [.confirm]
    case .prove(_, .pin, _): [.pin]
    case .prove(_, .assertion, _), .prove(_, .token, _): [.biometrics]
    case .prove(let verification, .codes, _): verification.choice.typedInput
    }
  }
}

extension ActionProof {
  /// The factor that the proof is of; nil for a confirmation.
  fileprivate var factor: Factor? {
    switch self {
    case .pin: .pin
    case .assertion, .token: .biometrics
    case .codes: .validateCode
    case .confirmation: nil
    }
  }
}
