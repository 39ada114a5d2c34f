import WebAuthnModel
public import WireModel

/// What a top-up led to.
public struct TopUpOutcome: Sendable, Hashable {
  /// The answer.
  public let answer: TopUpAnswer
  /// Whether it is the first operation's answer again, and nothing was executed.
  public let isReplayed: Bool
}

extension Service {
  /// Buys airtime: the protected action of scenario TOP_UP.
  ///
  /// The debit, the transaction record, the spent row, the audit row and the outbox row commit
  /// together; then the supplier is asked once. The same proof or idempotency key with the same
  /// body again gives the first operation as it stands now.
  ///
  /// - Parameters:
  ///   - request: The payload and the proof.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who asks.
  /// - Returns: The answer and whether it is the first one again, or that a code was texted; or why
  ///   nothing was bought.
  /// - Throws: ``StoreError``; what became of the request is then asked by its proof or key.
  public func topUp(
    _ request: TopUpRequest, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<TopUpOutcome>> {
    try await decision {
      let now = clock.now()
      let draft = TopUpDraft(
        payload: request.payload, idempotencyKey: idempotencyKey, session: session,
        operationID: OperationID.new("op_", at: now, random),
        transactionID: TransactionID.new("tx_", at: now, random), lease: random.bytes(16), now: now)
      // A key that was used answers before a PIN is judged, so that a retry costs no attempt.
      if case .pin(let pin) = request.proof, PINRule.isWellFormed(pin),
        let replay = try await replay(of: draft)
      {
        return .done(replay)
      }
      let proof = try await judge(request.proof, for: .topUp, session: session)
      let execution = try await noting("topup_refused", proof.kind, of: session) {
        try await command { try execute(draft, proof, in: $0) }.get()
      }
      switch execution {
      case .replayed(let answer): return .done(TopUpOutcome(answer: answer, isReplayed: true))
      case .otpRequired(let required):
        outboxBell.ring()
        return .otpRequired(required)
      case .executed(let topUp):
        let lease = JobLease(job: Outbox.supplyID(topUp.id), token: draft.lease, attempts: 1)
        // Shielded from a caller who hangs up: the order is placed and its answer booked all the
        // same.
        let answer = try await Task(executorPreference: RequestExecutor.current) {
          try await self.supply(topUp, lease)
        }.value
        return .done(TopUpOutcome(answer: answer, isReplayed: false))
      }
    }
  }

  private func replay(of draft: TopUpDraft) async throws -> TopUpOutcome? {
    guard draft.idempotencyKey != nil else { return nil }
    return try await store.read { transaction in
      let bodyHash = try bodyHash(of: draft.payload)
      return try Operations.earlier(
        draft.idempotencyKey, of: draft.session.accountID, bodyHash: bodyHash, in: transaction
      ).map {
        TopUpOutcome(
          answer: try topUpAnswer($0, of: draft.session.accountID, in: transaction),
          isReplayed: true)
      }
    }
  }
}

/// A top-up that is about to be decided, with all that is drawn before the command.
struct TopUpDraft: Sendable {
  let payload: TopUpPayload
  let idempotencyKey: IdempotencyKey?
  let session: AuthenticatedSession
  let operationID: OperationID
  let transactionID: TransactionID
  /// What fences the request's own try against a worker's.
  let lease: [UInt8]
  let now: Timestamp
}
