import WebAuthnModel
import WireModel

/// A change that a code confirms, as it is known again: by its idempotency key alone.
struct RepeatableChange: Sendable {
  let id: StoredOperationID
  let session: AuthenticatedSession
  let idempotencyKey: IdempotencyKey?
  let bodyHash: [UInt8]

  /// A change that a code is about to confirm.
  init(
    _ name: String, _ key: IdempotencyKey?, _ session: AuthenticatedSession,
    _ commands: Commands
  ) {
    id = StoredOperationID.new("op_", at: commands.now(), commands.random)
    self.session = session
    idempotencyKey = key
    bodyHash = BodyHash.of(name, [])
  }

  /// Whether it was made before.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where the key led to another change.
  func wasMade(in transaction: any ReadTransaction) throws -> Bool {
    try Operations.earlier(
      idempotencyKey, of: session.accountID, bodyHash: bodyHash, in: transaction) != nil
  }

  /// Stores it, where it has a key by which it can be asked for.
  func store(at now: Timestamp, in transaction: any WriteTransaction) throws {
    guard idempotencyKey != nil else { return }
    try Operations.insert(
      NewOperation(
        id: id, accountID: session.accountID, scenario: .manageFactors,
        idempotencyKey: idempotencyKey, bodyHash: bodyHash, proofKind: "none",
        answer: .object([:]), at: now), in: transaction)
  }
}
