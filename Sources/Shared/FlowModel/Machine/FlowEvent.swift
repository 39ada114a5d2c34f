/// What happens to the machine: input of the app, or the answer to an effect.
public enum FlowEvent: Sendable, Hashable {
  /// The app starts a flow.
  case start(FlowStart)
  /// The person gives a factor.
  case input(FactorInput)
  /// The app ends the flow.
  case cancel
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
}

/// What a flow begins with; chance and configuration come in here.
public struct FlowStart: Sendable, Hashable {
  /// The new flow's id, random.
  public let id: FlowID
  /// What it is for.
  public let type: FlowType
  /// Which factors it may use.
  public let level: SecurityLevel
  /// How a signed challenge reaches the action.
  public let proofPath: ProofPath
  /// What the app asks for.
  public let asked: FlowTransaction

  /// A start of a client-initiated transaction.
  public init(
    id: FlowID, type: FlowType = .signTransaction, level: SecurityLevel, proofPath: ProofPath,
    asked: FlowTransaction
  ) {
    self.id = id
    self.type = type
    self.level = level
    self.proofPath = proofPath
    self.asked = asked
  }
}

/// Which factor the person gives.
///
/// The PIN itself never enters the machine.
public enum FactorInput: Sendable, Hashable {
  /// The PIN; the operation is the idempotency key under which it will be sent.
  case pin(OperationID)
  /// Biometrics.
  case biometrics

  /// The factor.
  public var factor: Factor {
    switch self {
    case .pin: .pin
    case .biometrics: .biometrics
    }
  }
}
