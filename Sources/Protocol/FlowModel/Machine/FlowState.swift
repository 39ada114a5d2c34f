/// The state of the flow machine.
///
/// Each case holds only what is known then, in a box of its own: states are copied all the time.
public enum FlowState: Sendable, Hashable {
  /// No flow has been started.
  case idle
  /// A flow is active.
  indirect case active(FlowFrame, FlowStep)
  /// The flow has ended, and stands as a screen shows it last; another may be started.
  indirect case finished(Flow)
}

/// The part of an active flow that is the same for every type.
///
/// The type, and what it needs, are the step's.
public struct FlowFrame: Sendable, Hashable {
  /// The flow's id.
  public let id: FlowID
  /// The wrong codes after which the flow ends.
  public let triesPerCode: Int
  /// The step that is being done; an answer to another one is stale.
  public internal(set) var step = 0
  /// The first step of the last PROCESSING, which its deadline carries.
  ///
  /// An input gives one update, however many steps its PROCESSING has.
  public internal(set) var processingSince = 0
  /// The question that was answered when the PROCESSING began, shown until the next question; nil
  /// if the flow has just been started.
  public internal(set) var answered: Interaction?
  /// The result beside that question.
  public internal(set) var resultBesideAnswered: InteractionResult?
  /// The transaction beside that question.
  public internal(set) var transactionBesideAnswered: FlowTransaction?
  /// The ways beside that question.
  public internal(set) var waysBesideAnswered: SigningWays?
  /// The result of the last question.
  public internal(set) var lastResult: InteractionResult?
  /// The state of the second factor when the server was last asked.
  public internal(set) var secondFactorAccount: SecondFactorAccount?
  /// The result of an earlier flow's operation that was looked up.
  public internal(set) var earlierOperation: ActionResult?
  /// Failed biometric checks, without those that were cancelled.
  public internal(set) var biometricFailures = 0
  /// Proofs that the server refused with 401.
  public internal(set) var refusedProofs = 0
  /// Wrong codes since a code was last sent.
  public internal(set) var wrongCodes = 0
  /// Challenges that were fetched anew because the one before had expired.
  public internal(set) var renewals = 0

  /// True once the server is asked for what another device decides.
  public internal(set) var awaitsDecision = false

  init(id: FlowID, triesPerCode: Int) {
    self.id = id
    self.triesPerCode = triesPerCode
  }

  /// The tag of the present step.
  public var tag: FlowTag { FlowTag(flow: id, step: step) }

  /// The failed checks after which only the fallback is left (NIST SP 800-63B, 5.2.3).
  public static let maximumBiometricFailures = 3
  /// The refused proofs after which the flow ends (scenarios, "Retryable").
  public static let maximumRefusedProofs = 3
  /// The expired challenges that are fetched anew without a question.
  public static let maximumRenewals = 1
}
