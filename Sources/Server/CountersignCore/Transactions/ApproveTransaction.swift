import WebAuthnModel
public import WireModel

/// Approves a transaction under review: the protected action of scenario AUTHORIZE_TRANSACTION.
package struct ApproveTransaction: ProtectedAction {
  package let name = "approveTransaction"
  package let event = "transaction_approved"
  package let scenario = ScenarioName.authorizeTransaction
  let hostEvents: HostEvents

  /// A transaction, and what the person said beside the proof.
  package struct Request: Sendable {
    let reviewID: ReviewID
    let userInput: String?
  }

  package func terms(in policy: ServicePolicy) -> ActionTerms {
    var terms = ActionTerms(kinds: policy.scenarios.kinds(of: scenario))
    terms.linking = .ofKeys
    return terms
  }

  package func bodyHash(of request: Request) throws -> [UInt8] {
    BodyHash.of(
      name, [.text(request.reviewID.text), SQLValue(try Self.showable(request.userInput))])
  }

  package func document(
    for request: Request, in context: ReadingContext
  ) throws -> Documented<ReviewRecord> {
    try context.requireShown()
    let record = try ReviewRecords.find(
      request.reviewID, of: context.account, in: context.transaction)
    try record.requirePending(at: context.now)
    try record.requireApprovable(by: context.caller, in: context.transaction)
    return Documented(try record.document(context.policy, in: context.languages), record)
  }

  package func reads(of request: Request, for caller: Caller) -> ActionReads {
    let hiding = caller.session.flatMap(Holds.hidingQuery)
    return ActionReads(
      document: [ReviewRecords.query(of: request.reviewID), caller.account.sealQuery]
        + (hiding.map { [$0] } ?? []),
      execution: [
        ReviewRecords.newestChangeQuery(of: caller.account),
        HostEvents.query(of: .ofReview(request.reviewID), of: caller.account),
      ])
  }

  package func execute(
    _ request: Request, _ prepared: Void, _ documented: Documented<ReviewRecord>,
    in context: ActionContext
  ) throws -> Execution {
    let record = documented.facts
    let recipient = try hostEvents.recipient(
      .ofReview(record.id), of: context.account, in: context.transaction)
    let approved = try ReviewRecords.decide(
      .approved, on: record, by: context.operation, userInput: request.userInput,
      seal: context.seal, at: context.now, in: context.transaction)
    try record.entitle(
      by: context.proof, seal: context.seal, at: context.now, in: context.transaction)
    try hostEvents.put(
      .approved, approved.answerForHost(at: context.now), to: recipient, at: context.now,
      in: context.transaction)
    var details = record.subject.auditDetails
    details["transaction"] = .string(request.reviewID.text)
    let answer = approved.answer(at: context.now, context.policy, in: context.languages)
    return Execution(record: request.reviewID.text, answer: answer.json, details: details)
  }

  package func result(of operation: StoredOperation) throws -> TransactionAnswer {
    try TransactionAnswer(json: operation.requireAnswer())
  }

  package func topics(of request: Request, for caller: Caller) -> [ChangeTopic] {
    [.transactions(of: caller.account)]
  }

  /// Takes a person's words that a screen can show to whoever asks later.
  private static func showable(_ userInput: String?) throws -> String? {
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
      ApproveTransaction(hostEvents: hostEvents),
      ActionCall(
        caller: .session(session), request: .init(reviewID: id, userInput: request.userInput),
        proof: UnverifiedProof(request.proof), idempotencyKey: idempotencyKey))
  }
}
