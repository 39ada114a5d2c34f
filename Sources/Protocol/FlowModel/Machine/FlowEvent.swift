/// An event: an input of the app, or the answer to an effect.
public enum FlowEvent: Sendable, Hashable {
  /// The app starts a flow, which ends after so many wrong codes (scenarios, "Retryable").
  ///
  /// The id is random.
  case start(FlowID, FlowKind<Signing>, triesPerCode: Int)
  /// The person answers the question that is asked.
  case input(FlowInput)
  /// The app ends the flow.
  case cancellation
  /// A state of the second factor that the server told at any time.
  case secondFactorChange(FlowID, SecondFactorAccount)
  /// A decision on the transaction of this id, or its expiry; it may come at any time.
  case decision(String, ReviewStatus)
  /// The end of the time that a PROCESSING may take.
  case deadline(FlowTag)
  /// The answer to the effect with this tag.
  case answer(FlowTag, Answer)
}

extension FlowEvent {
  /// The step that is answered; nil if the event is no answer.
  public var tag: FlowTag? {
    switch self {
    case .start, .input, .cancellation, .secondFactorChange, .decision: nil
    case .deadline(let tag), .answer(let tag, _): tag
    }
  }
}

/// The flow and the step that an effect was for: an answer to an earlier step is stale.
public struct FlowTag: Sendable, Hashable {
  /// The flow.
  public let flow: FlowID
  /// The step, counted within the flow.
  public let step: Int

  /// A tag.
  public init(flow: FlowID, step: Int) {
    self.flow = flow
    self.step = step
  }
}

/// A person's answer to a question.
///
/// No secret enters the machine. The operation of an input is a random idempotency key: an action
/// that has no challenge is sent under it.
public enum FlowInput: Sendable, Hashable {
  /// Yes to a session: in LOGIN the account, and the number if there is one to pick.
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
  /// The wish for a code: the first one, or another.
  case requestCode
  /// The answer to the soft prompt.
  case softPrompt(SoftPromptAnswer, OperationID)
  /// No to what is signed.
  case deny
}

/// The answer to the soft prompt.
public enum SoftPromptAnswer: Sendable, Hashable, CaseIterable {
  /// Biometrics are wanted.
  case accept
  /// They are not.
  case decline
}
