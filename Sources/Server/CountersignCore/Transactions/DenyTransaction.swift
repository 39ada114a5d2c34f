import WebAuthnModel
public import WireModel

extension Service {
  /// Denies a transaction under review; needs no proof, since it only keeps something from
  /// happening.
  ///
  /// Denying what was denied gives the same answer again.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who denies.
  /// - Returns: The denied transaction; `already_approved` or `transaction_expired` where it is not
  ///   to be denied any more.
  /// - Throws: `StoreError`.
  public func denyTransaction(
    _ id: ReviewID, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<TransactionAnswer>> {
    let now = clock.now()
    let operationID = StoredOperationID.new("op_", at: now, random)
    let bodyHash = BodyHash.of("denyTransaction", [.text(id.text)])
    let decision = try await command { transaction in
      let account = session.accountID
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      let record = try ReviewRecords.find(id, of: account, in: transaction)
      let earlier = try Operations.earlier(
        idempotencyKey, of: account, bodyHash: bodyHash, in: transaction)
      if earlier != nil || record.decision == .denied {
        return ActionResponse(answer: record.answer(at: now), isReplayed: true)
      }
      try record.requirePending(at: now)
      try Operations.insert(
        NewOperation(
          id: operationID, accountID: account, scenario: .authorizeTransaction,
          idempotencyKey: idempotencyKey, bodyHash: bodyHash, proofKind: Self.noProof,
          transactionID: id.text, at: now), in: transaction)
      try ReviewRecords.decide(
        .denied, on: record, by: operationID, userInput: nil, at: now, in: transaction)
      let details: JSONObject = [
        "transaction": .string(id.text), "operation": .string(operationID.text),
        "session": .string(session.id.text),
      ]
      try audit.append(
        AuditEvent("transaction_denied", subject: account, details), at: now, in: transaction)
      let denied = try ReviewRecords.find(id, of: account, in: transaction).answer(at: now)
      try tellHost(.denied, denied, of: account, at: now, in: transaction)
      return ActionResponse(answer: denied, isReplayed: false)
    }
    changeBell.ring(.transactions(of: session.accountID))
    outboxBell.ring()
    return decision
  }

  /// What stands for the kind of proof where none was needed.
  private static let noProof = "none"
}
