@testable import FlowModel

/// The values of which the table's states and events are made.
enum Sample {
  static let flow = FlowID(1)
  static let challenge = OperationID("challenge")
  static let key = OperationID("key")
  static let earlier = OperationID("earlier")

  static let asked = FlowTransaction(
    source: .asked, payee: "AIRTIME_MTN", amount: 500, currency: nil, lines: [])
  static let transaction = FlowTransaction(
    source: .server, payee: "MTN airtime", amount: 500, currency: "NGN", lines: [])
  static let dearer = FlowTransaction(
    source: .server, payee: "MTN airtime", amount: 501, currency: "NGN", lines: [])

  static let completed = result(.completed)
  static let pending = result(.pending)
  static let failed = result(.failed)

  static func result(_ status: ActionResult.Status) -> ActionResult {
    ActionResult(
      transactionID: "tx", status: status, amount: 500, balance: 4500,
      timestamp: "2026-01-01T00:00:00Z")
  }

  static func account(isBlocked: Bool = false) -> SecondFactorAccount {
    SecondFactorAccount(
      isBlocked: isBlocked, failedAttempts: 2, maxAttempts: 5, penalisedForSeconds: 5,
      penalisedUntil: nil, hasPIN: true, hasBiometrics: true)
  }

  static func start(
    _ level: SecurityLevel = .biometricsWithFallback, _ path: ProofPath = .token,
    id: FlowID = flow
  ) -> FlowStart {
    FlowStart(id: id, level: level, proofPath: path, asked: asked)
  }

  static func frame(
    _ level: SecurityLevel = .biometricsWithFallback, _ path: ProofPath = .token,
    change: (inout FlowFrame) -> Void = { _ in }
  ) -> FlowFrame {
    var frame = FlowFrame(start: start(level, path))
    frame.step = 7
    frame.processingSince = 6
    change(&frame)
    return frame
  }

  static let either = Question(transaction: transaction, choice: .either(challenge))
  static let onlyPIN = Question(transaction: transaction, choice: .pin)
  static let onlyBiometrics = Question(
    transaction: transaction, choice: .biometrics(challenge))

  static func sent(
    _ proof: ActionProof, _ delivery: SentAction.Delivery = .first
  ) -> SentAction {
    SentAction(
      question: either, proof: proof, operation: proof == .pin ? key : challenge,
      delivery: delivery)
  }
}
