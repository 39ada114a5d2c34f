/// What happens to the machine: input of the app, or the answer to an effect.
public enum FlowEvent: Sendable, Hashable {
  /// The app starts a flow.
  case start(FlowStart)
  /// The person answers the question that is asked.
  case input(FlowInput)
  /// The app ends the flow.
  case cancel
  /// The server said anew how the second factor stands, at any time.
  case secondFactorChanged(FlowID, SecondFactorAccount)
  /// Somebody decided on the transaction of this id, or nobody in time; it may come at any time.
  case reviewDecided(String, ReviewStatus)
  /// A PROCESSING has taken its time.
  case deadlinePassed(FlowTag)
  /// Answer to ``FlowEffect/readOpenOperation(_:)``.
  case openOperationRead(FlowTag, OpenOperationAnswer)
  /// Answer to ``FlowEffect/askOperation(_:_:)``.
  case operationAnswered(FlowTag, OperationLookup)
  /// Answer to ``FlowEffect/askOptions(_:)``.
  case optionsAnswered(FlowTag, OptionsAnswer)
  /// Answer to ``FlowEffect/sign(_:)``.
  case signed(FlowTag, SigningAnswer)
  /// Answer to ``FlowEffect/verify(_:)``.
  case verified(FlowTag, VerifyAnswer)
  /// Answer to ``FlowEffect/act(_:_:_:)`` and ``FlowEffect/actAgain(_:)``.
  case acted(FlowTag, ActionAnswer)
  /// Answer to ``FlowEffect/askSecondFactorAccount(_:)``; nil where the server could not be asked.
  case secondFactorAnswered(FlowTag, SecondFactorAccount?)
  /// Answer to ``FlowEffect/disableBiometrics(_:)``; whatever came of it, the key is gone.
  case biometricsDisabled(FlowTag)
  /// Answer to ``FlowEffect/deny(_:)``.
  case denied(FlowTag, DenialAnswer)
  /// Answer to ``SessionEffect/open(_:)``.
  case sessionOpened(FlowTag, SessionOpening)
  /// Answer to ``SessionEffect/confirm(_:_:number:)``.
  case sessionConfirmed(FlowTag, SessionConfirmation)
  /// Answer to ``ReviewEffect/read(_:)``.
  case reviewRead(FlowTag, ReviewAnswer)
  /// Answer to ``CodeEffect/send(_:_:)``.
  case codeSent(FlowTag, CodeAnswer)
  /// Answer to ``CodeEffect/keep(_:)``.
  case kept(FlowTag)
  /// Answer to ``FactorsEffect/consult(_:)``.
  case factorsAnswered(FlowTag, FactorsAnswer)
  /// Answer to ``FactorsEffect/remember(_:_:)``.
  case softPromptRemembered(FlowTag)
  /// Answer to ``FactorsEffect/askCreation(_:)``.
  case creationAnswered(FlowTag, CreationOptionsAnswer)
  /// Answer to ``FactorsEffect/create(_:)``.
  case created(FlowTag, CreationAnswer)
}

/// What a person answers.
///
/// No secret enters the machine. The operation of an input is the idempotency key, random, under
/// which an action would be sent that has no challenge to be known by.
public enum FlowInput: Sendable, Hashable {
  /// Yes to a session: in LOGIN the account, and the number where there is one to pick.
  case confirmSession(account: SessionAccount?, number: String?)
  /// Yes to a transaction.
  case confirmTransaction
  /// The PIN.
  case pin(OperationID)
  /// Biometrics.
  case biometrics(OperationID)
  /// A new PIN and biometrics.
  case pinAndBiometrics(OperationID)
  /// A code.
  case code(OperationID)
  /// A code is to be sent: the first time, or again.
  case requestCode
  /// An answer to the soft prompt.
  case softPrompt(SoftPrompt.Answer, OperationID)
  /// No to what is signed.
  case deny
}

extension FlowEvent {
  /// The step that is answered; nil for what is no answer.
  public var tag: FlowTag? {
    switch self {
    case .start, .input, .cancel, .secondFactorChanged, .reviewDecided: nil
    case .deadlinePassed(let tag), .openOperationRead(let tag, _), .operationAnswered(let tag, _),
      .optionsAnswered(let tag, _), .signed(let tag, _), .verified(let tag, _), .acted(let tag, _),
      .secondFactorAnswered(let tag, _), .biometricsDisabled(let tag), .denied(let tag, _),
      .sessionOpened(let tag, _), .sessionConfirmed(let tag, _), .reviewRead(let tag, _),
      .codeSent(let tag, _), .kept(let tag), .factorsAnswered(let tag, _),
      .softPromptRemembered(let tag), .creationAnswered(let tag, _), .created(let tag, _):
      tag
    }
  }
}
