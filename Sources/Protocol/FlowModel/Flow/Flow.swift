/// One high-level sequence of questions, as a screen renders it (the flow structure of seed 001).
///
/// A projection of ``FlowState``: the optional fields that a screen likes are computed from an enum
/// in which each state holds just what is known then.
public struct Flow: Sendable, Hashable {
  /// Which flow this is.
  public let id: FlowID
  /// What it is for.
  public let type: FlowType
  /// What a screen has to do now.
  public let phase: FlowPhase
  /// Why it ended; only in ERROR.
  public let error: FlowError?
  /// The question that is asked, or whose answer is being processed.
  public let currentInteraction: Interaction?
  /// How the question before ended.
  public let previousInteractionResult: InteractionResult?
  /// How the second factor stands; nil until the server was asked.
  public let secondFactorAccount: SecondFactorAccount?
  /// The session; only in ENROL and LOGIN, nil until the server has opened it.
  public let session: FlowSession?
  /// What is authorised; only in SIGN_TRANSACTION, nil where a scenario has no transaction.
  public let transaction: FlowTransaction?
  /// What the action answered; in DONE, and in ERROR where it failed at the supplier.
  public let result: ActionResult?
  /// What became of an operation of an earlier flow whose answer had been lost.
  ///
  /// Where it was the same request as this flow's, the flow ends with its result and executes
  /// nothing.
  public let earlierOperation: EarlierOperation?
}

extension Flow {
  /// Whether no update follows.
  public var isFinal: Bool { phase == .done || phase == .error }
}
