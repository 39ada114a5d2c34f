/// One sequence of questions to a person, as a screen renders it.
///
/// ``FlowState`` is an enum whose states hold only what is known then. A screen gets optional
/// fields, which change when a question is asked, when it is answered, and when the flow ends.
public struct Flow: Sendable, Hashable {
  /// The id among all flows of this process.
  public let id: FlowID
  /// The type.
  public let type: FlowType
  /// The phase of a flow: what a screen has to do now.
  public internal(set) var phase: FlowPhase
  /// The reason for which it ended; only in ERROR.
  public internal(set) var error: FlowError?
  /// The question that is asked, or whose answer is being processed.
  public internal(set) var currentInteraction: Interaction?
  /// The result of the question before.
  public internal(set) var previousInteractionResult: InteractionResult?
  /// The state of the second factor; nil until the server was asked.
  public internal(set) var secondFactorAccount: SecondFactorAccount?
  /// The session; only in ENROL and LOGIN, nil until the server has opened it.
  public internal(set) var session: FlowSession?
  /// The transaction that is signed; only in SIGN_TRANSACTION, nil if the scenario has none.
  public internal(set) var transaction: FlowTransaction?
  /// The factors that could act, and why the others could not; only in SIGN_TRANSACTION, nil if the
  /// server was not asked for them.
  public internal(set) var ways: SigningWays?
  /// The result of the action; in DONE, and in ERROR if it was executed and came to nothing.
  public internal(set) var result: ActionResult?
  /// The result of an operation of an earlier flow whose answer had been lost.
  ///
  /// If it was the same request as this flow's, the flow ends with this result and executes
  /// nothing.
  public internal(set) var earlierOperation: ActionResult?
}

extension Flow {
  /// True if no update follows.
  public var isFinal: Bool { phase == .done || phase == .error }

  /// Shows what is signed, as far as it is known; nothing outside SIGN_TRANSACTION.
  mutating func show(_ signing: Signing?) {
    transaction = signing?.transaction
    ways = signing?.policy.ways
  }
}

/// Identifies one flow among all of this process.
public struct FlowID: Sendable, Hashable {
  /// A random number, from whoever starts the flow.
  public let number: UInt64

  /// An id of a given number.
  public init(_ number: UInt64) { self.number = number }
}

/// Names one operation at the server: a challenge's id, or the idempotency key of a PIN.
public struct OperationID: Sendable, Hashable, CustomStringConvertible {
  /// The id as it stands in `GET /operations/{id}`.
  ///
  /// It entitles to nothing.
  public let text: String

  /// An id of a given text.
  public init(_ text: String) { self.text = text }

  /// The text.
  public var description: String { text }
}

/// The type of a flow.
///
/// It never changes while the flow lives.
public enum FlowType: String, Sendable, Hashable, CaseIterable {
  /// An account comes to this device.
  case enrol = "ENROL"
  /// A person is logged in, here or on another screen.
  case login = "LOGIN"
  /// A transaction is authorised.
  case signTransaction = "SIGN_TRANSACTION"
  /// The PIN is replaced by another.
  case changePIN = "CHANGE_PIN"
  /// A key of this device becomes a factor.
  case addBiometrics = "ADD_BIOMETRICS"
  /// The key of this device is a factor no more.
  case removeBiometrics = "REMOVE_BIOMETRICS"
  /// An account that was enrolled without a second factor gets one.
  case headlessUpgrade = "HEADLESS_UPGRADE"
}

/// The phase of a flow: what a screen has to do now.
public enum FlowPhase: String, Sendable, Hashable, CaseIterable {
  /// A question is asked; input is taken.
  case waitForInput = "WAIT_FOR_INPUT"
  /// Nothing is asked; another update is guaranteed to follow.
  case processing = "PROCESSING"
  /// It worked. Final.
  case done = "DONE"
  /// It did not. Final.
  case error = "ERROR"
}
