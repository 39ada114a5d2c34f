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

  /// The flow as a screen renders it; nil before the first.
  public var flow: Flow? {
    switch self {
    case .idle: nil
    case .active(let frame, _): frame.shown
    case .finished(let flow): flow
    }
  }
}

/// The part of an active flow that is the same for every kind.
///
/// The kind, and what it needs, are the step's.
public struct FlowFrame: Sendable, Hashable {
  /// The flow as a screen shows it.
  ///
  /// While an answer is processed its question stays, with all that was shown beside it: an input
  /// gives one update, however many steps its PROCESSING has.
  public internal(set) var shown: Flow
  /// The wrong codes after which the flow ends.
  public let triesPerCode: Int
  /// The step that is being done; an answer to another one is stale.
  public internal(set) var step = 0
  /// The first step of the last PROCESSING, which its deadline carries.
  public internal(set) var processingSince = 0
  /// The result of the last question, for a screen to show with the next one.
  public internal(set) var lastResult: InteractionResult?
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

  init(id: FlowID, type: FlowType, triesPerCode: Int) {
    shown = Flow(id: id, type: type, phase: .processing)
    self.triesPerCode = triesPerCode
  }

  /// The flow's id.
  public var id: FlowID { shown.id }

  /// The tag of the present step.
  public var tag: FlowTag { FlowTag(flow: id, step: step) }

  /// The failed checks after which only the fallback is left (NIST SP 800-63B, 5.2.3).
  public static let maximumBiometricFailures = 3
  /// The refused proofs after which the flow ends (scenarios, "Retryable").
  public static let maximumRefusedProofs = 3
  /// The expired challenges that are fetched anew without a question.
  public static let maximumRenewals = 1
}
