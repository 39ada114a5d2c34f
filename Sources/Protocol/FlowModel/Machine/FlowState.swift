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
  public internal(set) var processing: Processing
  /// What was learnt, whole in one reference: a frame is copied with each transition.
  private var learnt = Learnt.facts(nil, nil, nil)
  /// Failed biometric checks, without those that were cancelled.
  public internal(set) var biometricFailures = 0
  /// Proofs that the server refused with 401.
  public internal(set) var refusedProofs = 0
  /// Wrong codes since a code was last sent.
  public internal(set) var wrongCodes = 0
  /// After so many of them the flow ends.
  public let triesPerCode: Int
  /// Challenges that were fetched anew because the one before had expired.
  public internal(set) var renewals = 0

  init(id: FlowID, _ subject: FlowSubject, triesPerCode: Int = 5) {
    self.id = id
    self.triesPerCode = triesPerCode
    processing = Processing(since: 0, shown: .start(subject))
  }

  /// How the last question ended.
  public internal(set) var lastResult: InteractionResult? {
    get {
      switch learnt {
      case .facts(let result, _, _): result
      }
    }
    set { learnt = .facts(newValue, secondFactorAccount, earlier) }
  }

  /// How the second factor stood when the server was last asked.
  public internal(set) var secondFactorAccount: SecondFactorAccount? {
    get {
      switch learnt {
      case .facts(_, let account, _): account
      }
    }
    set { learnt = .facts(lastResult, newValue, earlier) }
  }

  /// The operation of an earlier flow that was looked up.
  public internal(set) var earlier: EarlierOperation? {
    get {
      switch learnt {
      case .facts(_, _, let earlier): earlier
      }
    }
    set { learnt = .facts(lastResult, secondFactorAccount, newValue) }
  }

  private indirect enum Learnt: Sendable, Hashable {
    case facts(InteractionResult?, SecondFactorAccount?, EarlierOperation?)
  }

  /// The tag of the present step.
  public var tag: FlowTag { FlowTag(flow: id, step: step) }

  /// After so many failed checks only the fallback is left (NIST SP 800-63B, 5.2.3).
  public static let maximumBiometricFailures = 3
  /// After so many refused proofs the flow ends (scenarios, "Retryable").
  public static let maximumRefusedProofs = 3
  /// So many expired challenges are fetched anew without a question.
  public static let maximumRenewals = 1
}

/// What stands for a whole PROCESSING, however many steps it has: an input gives one update.
public struct Processing: Sendable, Hashable {
  /// The step at which it began; its deadline carries it.
  public let since: Int
  /// What was shown when it began, and is shown until the next question.
  public let shown: Shown

  /// What a screen shows during a PROCESSING.
  public indirect enum Shown: Sendable, Hashable {
    /// The flow has just been started.
    case start(FlowSubject)
    /// This question was answered, when this result stood beside it.
    case answer(Question, FlowInput, beside: InteractionResult?, FlowSubject)
  }
}
