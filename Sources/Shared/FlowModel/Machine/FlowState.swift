/// The state of the one flow machine.
///
/// Each case holds just what is known then.
public enum FlowState: Sendable, Hashable {
  /// No flow has been started.
  case idle
  /// A flow is active.
  case active(FlowFrame, FlowStep)
  /// The flow has ended; another may be started.
  case finished(FinishedFlow)
}

/// What holds for a whole active flow, of whichever type.
///
/// The type, and what it needs, are the step's.
public struct FlowFrame: Sendable, Hashable {
  /// Which flow this is.
  public let id: FlowID
  /// The step that is being done; an answer to another one is stale.
  public internal(set) var step = 0
  /// The PROCESSING that began last.
  public internal(set) var processing = Processing(since: 0)
  /// How the last question ended.
  public internal(set) var lastResult: InteractionResult?
  /// How the second factor stood when the server was last asked.
  public internal(set) var secondFactorAccount: SecondFactorAccount?
  /// The operation of an earlier flow that was looked up.
  public internal(set) var earlier: EarlierOperation?
  /// Failed biometric checks, without those that were cancelled.
  public internal(set) var biometricFailures = 0
  /// Proofs that the server refused with 401.
  public internal(set) var refusedProofs = 0
  /// Wrong codes since a code was last sent.
  public internal(set) var wrongCodes = 0
  /// Challenges that were fetched anew because the one before had expired.
  public internal(set) var renewals = 0

  init(id: FlowID) { self.id = id }

  /// The tag of the present step.
  public var tag: FlowTag { FlowTag(flow: id, step: step) }

  /// After so many failed checks only the fallback is left (NIST SP 800-63B, 5.2.3).
  public static let maximumBiometricFailures = 3
  /// After so many refused proofs the flow ends (scenarios, "Retryable").
  public static let maximumRefusedProofs = 3
  /// After so many wrong codes the flow ends (scenarios, "Retryable").
  public static let maximumWrongCodes = 5
  /// So many expired challenges are fetched anew without a question.
  public static let maximumRenewals = 1
}

/// What stands for a whole PROCESSING, however many steps it has: an input gives one update.
public struct Processing: Sendable, Hashable {
  /// The step at which it began; its deadline carries it.
  public let since: Int
  /// What began it; nil where that was the flow's start.
  public let answered: Answered?
  /// The result that was shown when it began.
  public let shownResult: InteractionResult?
  /// The transaction that was shown when it began; another one is shown with its question.
  public let shownTransaction: FlowTransaction?

  init(
    since: Int, answered: Answered? = nil, shownResult: InteractionResult? = nil,
    shownTransaction: FlowTransaction? = nil
  ) {
    self.since = since
    self.answered = answered
    self.shownResult = shownResult
    self.shownTransaction = shownTransaction
  }

  /// A question, and what was given.
  public struct Answered: Sendable, Hashable {
    /// The question.
    public let question: Question
    /// What was given.
    public let input: FlowInput
  }
}
