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

/// What holds for a whole active flow.
public struct FlowFrame: Sendable, Hashable {
  /// What it was started with.
  public let start: FlowStart
  /// The step that is being done; an answer to another one is stale.
  public internal(set) var step = 0
  /// The step at which the present PROCESSING began; its deadline carries it.
  public internal(set) var processingSince = 0
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
  /// Challenges that were fetched anew because the one before had expired.
  public internal(set) var renewals = 0

  init(start: FlowStart) { self.start = start }

  /// The tag of the present step.
  public var tag: FlowTag { FlowTag(flow: start.id, step: step) }

  /// After so many failed checks only the PIN is left (NIST SP 800-63B, 5.2.3).
  public static let maximumBiometricFailures = 3
  /// After so many refused proofs the flow ends.
  public static let maximumRefusedProofs = 3
  /// So many expired challenges are fetched anew without a question.
  public static let maximumRenewals = 1
}

/// Where an active flow stands.
public enum FlowStep: Sendable, Hashable {
  /// The vault is asked what is open of an earlier flow.
  case recalling
  /// The server is asked what became of an earlier operation.
  case resolving(OperationID)
  /// The server is asked for a challenge.
  case preparing
  /// The server is asked for a challenge in place of an expired one; the question stands.
  case renewing(Question)
  /// A person is asked.
  case asking(Question)
  /// The authenticator signs the challenge of this operation.
  case signing(Question, OperationID)
  /// The signed challenge is being exchanged for a token.
  case verifying(Question, OperationID)
  /// The action was handed to the transport.
  case acting(SentAction)
  /// The PIN was not accepted; the server is asked how the second factor stands.
  case refreshing(Question, FlowReason)
}

/// A question for a person: VERIFY_SECOND_FACTOR over a transaction.
public struct Question: Sendable, Hashable {
  /// Which factors answer; biometrics only where there is a challenge to sign.
  public enum Choice: Sendable, Hashable {
    /// The PIN alone.
    case pin
    /// The signed challenge of this operation alone.
    case biometrics(OperationID)
    /// Either of them.
    case either(OperationID)
  }

  /// What is authorised.
  public let transaction: FlowTransaction
  /// Which factors answer.
  public let choice: Choice

  init(transaction: FlowTransaction, choice: Choice) {
    self.transaction = transaction
    self.choice = choice
  }

  /// The factors that answer.
  public var allowed: Set<Factor> {
    switch choice {
    case .pin: [.pin]
    case .biometrics: [.biometrics]
    case .either: [.pin, .biometrics]
    }
  }

  /// The challenge that can be signed.
  var challenge: OperationID? {
    switch choice {
    case .pin: nil
    case .biometrics(let operation), .either(let operation): operation
    }
  }
}

/// An action that was handed to the transport.
public struct SentAction: Sendable, Hashable {
  /// Whether a copy of the request may have reached the server.
  public enum Delivery: Sendable, Hashable {
    /// The first copy is under way.
    case first
    /// An answer was lost: a copy may have been executed, and the identical one is sent again.
    case repeated
  }

  /// The question that was answered.
  public let question: Question
  /// What entitles to the action.
  public let proof: ActionProof
  /// The operation's id, which the vault holds.
  public let operation: OperationID
  /// Whether a copy may have reached the server.
  public internal(set) var delivery = Delivery.first
}

/// A flow that has ended.
public struct FinishedFlow: Sendable, Hashable {
  /// How it ended.
  public enum Ending: Sendable, Hashable {
    /// It worked.
    case done(ActionResult)
    /// It did not.
    case error(FlowError)
    /// The action was executed and came to nothing; the money is back.
    case actionFailed(FlowError, ActionResult)
  }

  /// What held while it was active.
  public let frame: FlowFrame
  /// What was shown last.
  public let transaction: FlowTransaction
  /// How it ended.
  public let ending: Ending
}
