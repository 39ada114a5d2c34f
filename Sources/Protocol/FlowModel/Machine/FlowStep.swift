/// The step of an active flow: what is waited for, with what is known then.
public indirect enum FlowStep: Sendable, Hashable {
  /// The server is asked for the enrolment.
  case openingEnrolment
  /// The accounts of this device are asked for, of which the app logs one in.
  case openingLogin
  /// The server is asked for the login of another screen.
  case openingLinkLogin
  /// The server is asked what else the confirmed enrolment needs.
  case confirmingEnrolment(EnrolSession)
  /// The server is asked what else the confirmed login needs.
  case confirmingLogin(LoginSession, SessionAccount)
  /// The vault is asked what is open of an earlier flow.
  case recalling(AccountPurpose)
  /// The server is asked for the result of an earlier operation.
  case resolving(AccountPurpose, OperationID)
  /// The server is asked for the transaction under review.
  case reading(authorised: Review?, SigningPolicy)
  /// The server is asked for a challenge over what is signed.
  case preparing(Signing)
  /// The same after a key was registered on the way: the person will be asked to sign with it.
  case preparingWithNewKey(Signing)
  /// The server is asked for the account's factors, of which the PIN is to be changed.
  case consultingToChangePIN
  /// The server is asked for the account's factors, to which biometrics are to be added.
  case consultingToAddBiometrics
  /// The server is asked for the account's factors, of which biometrics are to be removed.
  case consultingToRemoveBiometrics
  /// The server is asked for the factors of an account that is to get its first.
  case consultingToUpgrade
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
}

/// An action that was handed to the transport.
public indirect enum SentAction: Sendable, Hashable {
  /// The action that a factor was given for.
  case prove(Verification, ActionProof, OperationID)
  /// The confirmation of an enrolment that needs no factor.
  case confirmEnrolment(EnrolSession)
  /// The confirmation of a login that needs no factor.
  case confirmLogin(LoginSession, SessionAccount)
  /// The setting of factors, with a key that was made or without.
  case set(NewFactors, withKey: Bool, OperationID)

  /// The proof that entitles to it.
  public var proof: ActionProof {
    switch self {
    case .prove(_, let proof, _): proof
    case .confirmEnrolment, .confirmLogin: .confirmation
    case .set(let factors, _, _): factors.proof
    }
  }

  /// The operation's id, which the vault holds; a confirmation is known by its session.
  public var operation: OperationID {
    switch self {
    case .prove(_, _, let operation), .set(_, _, let operation): operation
    case .confirmEnrolment(let session): OperationID(session.id)
    case .confirmLogin(let session, _): OperationID(session.id)
    }
  }

  /// The interaction whose result is the action's.
  var interaction: InteractionType {
    switch self {
    case .prove: .verifySecondFactor
    case .confirmEnrolment, .confirmLogin: .confirm
    case .set: .setSecondFactor
    }
  }

  /// The types of input that were given for it.
  var inputTypes: Set<InputType> {
    switch self {
    case .set(let factors, let withKey, _): factors.setup.inputTypes(withKey: withKey)
    case .confirmEnrolment, .confirmLogin, .prove(_, .confirmation, _): [.confirm]
    case .prove(_, .pin, _): [.pin]
    case .prove(_, .assertion, _), .prove(_, .token, _): [.biometrics]
    case .prove(let verification, .codes, _): verification.choice.typedInput
    }
  }
}
