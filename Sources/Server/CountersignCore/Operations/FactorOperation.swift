import WebAuthnModel
import WireModel

/// A change of factors as the operation that it will be stored as: what gives its answer again
/// where that was lost.
struct FactorOperation: Sendable {
  let id: OperationID
  let session: AuthenticatedSession
  let idempotencyKey: IdempotencyKey?
  let bodyHash: [UInt8]
}

extension Service {
  /// A change of factors that is about to be judged.
  ///
  /// - Parameters:
  ///   - action: The change's name.
  ///   - values: What was asked for; never a PIN, whose hash would give it away.
  ///   - key: The caller's name for it, where it gave one.
  ///   - session: Who asks.
  /// - Returns: The operation.
  func factorOperation(
    _ action: String, _ values: [SQLValue], _ key: IdempotencyKey?, _ session: AuthenticatedSession
  ) -> FactorOperation {
    FactorOperation(
      id: OperationID.new("op_", at: clock.now(), random), session: session, idempotencyKey: key,
      bodyHash: BodyHash.of(action, values))
  }

  /// What was answered to this change before, under its key or on its proof; nil where it is new.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where the key or the proof led to another change.
  func earlierAnswer(
    to operation: FactorOperation, _ proved: ActionProof? = nil,
    in transaction: any ReadTransaction
  ) throws -> JSONValue? {
    var earlier = try Operations.earlier(
      operation.idempotencyKey, of: operation.session.accountID, bodyHash: operation.bodyHash,
      in: transaction)
    if earlier == nil, case .key(let proof)? = proved,
      case .acted(let first, let bodyHash) = try spentState(of: proof, in: transaction)
    {
      guard bodyHash == operation.bodyHash else { throw Refusal.alreadyUsed }
      earlier = first
    }
    return try earlier.map { try Operations.answer(of: $0, in: transaction) }
  }

  /// Stores the change, where it has a name by which it can be asked for: an idempotency key, or
  /// the challenge of its proof.
  func insert(
    _ operation: FactorOperation, _ proved: ActionProof?, answer: JSONValue = .object([:]),
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    var proof: KeyProof?
    if case .key(let key)? = proved { proof = key }
    guard operation.idempotencyKey != nil || proof != nil else { return }
    try Operations.insert(
      NewOperation(
        id: operation.id, accountID: operation.session.accountID, scenario: .manageFactors,
        idempotencyKey: operation.idempotencyKey, challengeID: proof?.challengeID,
        bodyHash: operation.bodyHash,
        proofKind: proved?.kind.rawValue ?? "none",
        answer: answer, at: now), in: transaction)
  }
}
