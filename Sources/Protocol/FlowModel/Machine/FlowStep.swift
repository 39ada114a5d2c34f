/// Where an active flow stands: what is waited for, with what is known then.
public indirect enum FlowStep: Sendable, Hashable {
  /// The server is asked for the session (ENROL, LOGIN).
  case opening(SessionErrand)
  /// The server is asked what else the confirmed session needs.
  case confirming(ConfirmedSession)
  /// The vault is asked what is open of an earlier flow.
  case recalling(AccountErrand)
  /// The server is asked what became of an earlier operation.
  case resolving(AccountErrand, OperationID)
  /// The server is asked for the transaction to review.
  case reading(SignErrand)
  /// The server is asked for a challenge over what is signed.
  case preparing(SignErrand, Matter, Preparation)
  /// The server is asked how the account's factors stand.
  case consulting(Management)
  /// The server sends a code; where it cannot, a question that stood before is asked again.
  case sendingCode(Cause, CodeSending, instead: Verification?)
  /// A person is asked.
  case asking(Question)
  /// What was given is kept; no call is made.
  case keeping(KeptInput)
  /// The server is asked for a challenge in place of an expired one.
  case renewing(Verification)
  /// The authenticator signs the challenge of this operation.
  case signing(Verification, OperationID)
  /// The signed challenge is being exchanged for a token.
  case verifying(Verification, OperationID)
  /// The biometric key is gone: biometrics are disabled here and at the server.
  case disabling(Verification)
  /// The vault notes what the person said to the soft prompt.
  case remembering(SoftPrompt, SoftPrompt.Answer, OperationID)
  /// The server checks what entitles to a new key, and says how to make it.
  case entitling(Registration)
  /// The authenticator makes a key.
  case creating(Registration)
  /// The action was handed to the transport.
  case acting(SentAction)
  /// The PIN was not accepted; the server is asked how the second factor stands.
  case refreshing(Verification, FlowReason)
  /// The person has denied what is signed; the server is told.
  case denying(SignErrand, Matter, SentAction.Delivery)

  /// Why a challenge is asked for.
  public enum Preparation: Sendable, Hashable, CaseIterable {
    /// The person will be asked.
    case first
    /// A key was registered on the way; the person will be asked to sign with it.
    case afterRegistration
  }

  /// What a screen has to do now.
  var phase: FlowPhase {
    if case .asking = self { .waitForInput } else { .processing }
  }
}

/// Which code is sent.
public enum CodeSending: Sendable, Hashable {
  /// One by mail.
  case mail(CodeUse)
  /// One by text message, once more.
  case text
}

/// What a person gave that is not sent yet.
public indirect enum KeptInput: Sendable, Hashable {
  /// The confirmation of a transaction.
  case confirmation(SignErrand, Review)
  /// A factor; the operation names the action that it will go with.
  case factor(Verification, OperationID)
}

/// A key that is registered.
public indirect enum Registration: Sendable, Hashable {
  /// ADD_BIOMETRICS: the PIN is checked before anything is asked.
  case checked(Verification)
  /// One of the factors that are set.
  case set(SetQuestion, Setting.Given.Factors, OperationID)
  /// One on the way to a signature, with the code that was mailed to there.
  case onTheWay(SignErrand, Matter, mailed: CodeDelivery, OperationID)
}

/// An action that was handed to the transport.
public struct SentAction: Sendable, Hashable {
  /// What the action does.
  public indirect enum Intent: Sendable, Hashable {
    /// What a factor was given for.
    case prove(Verification)
    /// Opens a session that needs no factor.
    case confirm(ConfirmedSession)
    /// Sets factors.
    case set(SetQuestion, Setting.Given.Factors)
    /// Registers a key on the way to a signature.
    case register(SignErrand, Matter, mailed: CodeDelivery)
  }

  /// Whether a copy of the request may have reached the server.
  public enum Delivery: Sendable, Hashable {
    /// The first copy is under way.
    case first
    /// An answer was lost: a copy may have been executed, and the identical one is sent again.
    case repeated
  }

  /// What it does.
  public let intent: Intent
  /// What entitles to it.
  public let proof: ActionProof
  /// The operation's id, which the vault holds.
  public let operation: OperationID
  /// Whether a copy may have reached the server.
  public internal(set) var delivery = Delivery.first
}

/// What an action is entitled by.
public enum ActionProof: Sendable, Hashable, CaseIterable {
  /// The PIN.
  case pin
  /// The signed challenge itself.
  case assertion
  /// The verification token that the signed challenge was exchanged for.
  case token
  /// The codes that were given.
  case codes
  /// The person's confirmation of a session, where no factor is needed.
  case confirmation
}
