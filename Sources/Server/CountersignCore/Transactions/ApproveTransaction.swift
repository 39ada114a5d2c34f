import WebAuthnModel
public import WireModel

/// Approves a transaction under review: the protected action of scenario AUTHORIZE_TRANSACTION.
package struct ApproveTransaction: ProtectedAction {
  package let name = "approveTransaction"
  package let scenario = ScenarioName.authorizeTransaction
  let hostEvents: HostEvents
  let policy: ServicePolicy

  /// A transaction, and what the person said beside the proof.
  package struct Request: Sendable {
    let reviewID: ReviewID
    let userInput: String?
  }

  /// A transaction under review, the place of its account's newest change, and its host; nil where
  /// events are carried to none.
  package struct Facts: Sendable, Equatable {
    let record: ReviewRecord
    let newestChange: Int64
    let recipient: HostEvents.Recipient?
  }

  package func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements(kinds: policy.scenarios.kinds(of: scenario))
    requirements.linking = .ofKeys
    // A transaction is decided once: that refuses a second approval.
    requirements.duplicates = .none
    return requirements
  }

  package func bodyHash(of request: Request) throws(Refusal) -> [UInt8] {
    BodyHash.of(
      name, [.text(request.reviewID.text), SQLValue(try Self.showable(request.userInput))])
  }

  package func facts(
    of request: Request, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<Facts> {
    let hiding = caller.session.flatMap(Holds.hidingQuery)
    return FactsQuery(
      [
        ReviewRecords.queryToDecide(on: request.reviewID),
        HostEvents.query(of: .ofReview(request.reviewID), of: caller.account),
        caller.account.sealQuery,
      ] + (hiding.map { [$0] } ?? [])
    ) { rows, transaction in
      if rows.count > 3, !rows[3].isEmpty { throw Refusal.onHold(below: .weak) }
      let (record, newestChange) = try ReviewRecords.toDecide(
        rows[0].first, of: caller.account, by: rows[2].first, transaction.seals)
      try record.requirePending(at: now)
      try record.requireApprovable(by: caller, in: transaction)
      return Facts(
        record: record, newestChange: newestChange,
        recipient: try hostEvents.recipient(
          rows[1].first, of: caller.account, by: transaction.seals))
    }
  }

  package func document(
    for request: Request, _ facts: Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    try facts.record.document(policy, in: words.languages)
  }

  package func execute(
    _ request: Request, _ prepared: Void, _ facts: Facts, in context: ActionContext
  ) throws -> Execution {
    let (record, now, transaction) = (facts.record, context.now, context.transaction)
    let approved = record.decided(
      .approved, userInput: request.userInput,
      as: ReviewRecords.change(after: facts.newestChange, at: now), at: now)
    try ReviewRecords.store(approved, by: context.operation, seal: context.seal, in: transaction)
    try record.entitle(by: context.proof, seal: context.seal, at: now, in: transaction)
    try hostEvents.put(
      .approved, approved.answerForHost(at: now), to: facts.recipient, at: now, in: transaction)
    var details = record.subject.auditDetails
    details["transaction"] = .string(request.reviewID.text)
    let answer = approved.answer(at: now, policy, in: context.languages)
    var execution = Execution(
      "transaction_approved", record: request.reviewID.text, answer: answer.json, details: details)
    execution.topics = [.transactions(of: context.account)]
    return execution
  }

  package func result(of operation: StoredOperation) throws -> TransactionAnswer {
    try TransactionAnswer(json: operation.requireAnswer())
  }

  /// Takes a person's words that a screen can show to whoever asks later.
  private static func showable(_ userInput: String?) throws(Refusal) -> String? {
    guard let userInput else { return nil }
    guard UserInputRule.fault(of: userInput) == nil, DisplayRule.unassigned(in: userInput) == nil
    else {
      throw Refusal(
        .unacceptableValue, "userInput must be at most 256 characters that a screen can show")
    }
    return userInput
  }
}

extension Reviews {
  /// Approves a transaction under review.
  ///
  /// The decision, the spent row, the operation and the audit row commit together. The same proof
  /// or idempotency key with the same body again gives the first answer.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - request: The proof, and what the person said beside it.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who approves.
  /// - Returns: The approved transaction, or that a code was texted; or why nothing was approved.
  /// - Throws: `StoreError`; what became of the request is then asked by its proof or key.
  public func approve(
    _ id: ReviewID, _ request: ApprovalRequest, idempotencyKey: IdempotencyKey?,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<TransactionAnswer>> {
    try await pipeline.perform(
      ApproveTransaction(hostEvents: hostEvents, policy: policy),
      ActionCall(
        caller: .session(session), request: .init(reviewID: id, userInput: request.userInput),
        proof: UnverifiedProof(request.proof), idempotencyKey: idempotencyKey))
  }
}
