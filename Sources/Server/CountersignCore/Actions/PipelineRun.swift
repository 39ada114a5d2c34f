import WebAuthnModel
import WireModel

/// One request for an action, from its decoded proof to its answer.
///
/// **Before the database transaction**, the proof is read, one snapshot refuses what no right
/// secret could mend, the proof is verified, and the action prepares what is slow. **In it**, the
/// same rules decide again, and the action is executed, or nothing is. **After**, whoever waits is
/// woken and the request runs its own job.
///
/// A refusal in the transaction rolls back to the savepoint; its counts, audit row and cleared PIN
/// commit.
///
/// Where the database is elsewhere, an action takes three round trips: its reads, which run ahead
/// together, its writes, and the commit.
struct PipelineRun<Action: ProtectedAction, Answer: Sendable>: Sendable {
  let action: Action
  let call: ActionCall<Action.Request>
  let pipeline: ActionPipeline
  /// Makes the caller's answer of an operation with its status.
  private let answering: @Sendable (StoredOperation) throws -> Answer
  let requirements: ProofRequirements
  let noted: NotedAction
  // Drawn once, so that a transaction that runs again draws nothing new.
  private let begun: Timestamp
  let operation: StoredOperationID
  let lease: [UInt8]
  private let textedCode: CodeRequestID

  init(
    of action: Action, _ call: ActionCall<Action.Request>, in pipeline: ActionPipeline,
    answering: @escaping @Sendable (StoredOperation) throws -> Answer
  ) {
    (self.action, self.call) = (action, call)
    (self.pipeline, self.answering) = (pipeline, answering)
    let commands = pipeline.commands
    begun = commands.now()
    operation = StoredOperationID.new("op_", at: begun, commands.random)
    lease = commands.random.bytes(16)
    textedCode = CodeRequestID.new("cod_", commands.random)
    requirements = action.requirements(in: pipeline.policy)
    noted = NotedAction(
      action: action.name, scenario: action.scenario, proof: call.proof.name, caller: call.caller)
  }

  /// The steps, in their order.
  func perform() async throws -> Decision<ActionOutcome<Answer>> {
    let verified: VerifiedRun<Action, Answer>
    do {
      let bodyHash = try action.bodyHash(of: call.request)
      let proof = try pipeline.proofs.decoded(call.proof, for: action.scenario, call.caller)
      try proof.requireTaken(by: requirements)
      let (first, factor, shown) = try await readSnapshot(for: proof.claim, bodyHash)
      if let first { return .success(.done(first)) }
      verified = VerifiedRun(
        run: self, bodyHash: bodyHash,
        proof: try await pipeline.commands.tracer.step("verify proof") {
          try await pipeline.proofs.verify(proof, for: action.scenario, call.caller)
        },
        claimedFactor: factor, shown: shown, prepared: try await prepare(),
        text: try await pipeline.codes.text(textedCode, after: proof, call.caller),
        decidedAt: pipeline.commands.now())
    } catch let refusal as Refusal {
      try await pipeline.refusals.note(refusal, noted)
      return .failure(refusal)
    }
    return try await verified.perform()
  }

  /// The facts of a snapshot, and the document that was made of them.
  typealias Shown = (facts: Action.Facts, document: ActionDocument)

  // MARK: Before the database transaction

  /// Answers again what was answered before, and refuses what no right secret could mend, in one
  /// snapshot.
  ///
  /// - Returns: The first answer, if there was one; the factor that the proof claims; and the
  ///   document.
  private func readSnapshot(
    for claim: ProofClaim, _ bodyHash: [UInt8]
  ) async throws -> (
    first: ActionResponse<Answer>?, factor: AccountFactor?, shown: Shown?
  ) {
    let now = pipeline.commands.now()
    return try await pipeline.commands.read { transaction in
      let context = reading(claim, at: now, in: transaction)
      let query = query(at: now)
      try transaction.prefetch {
        call.queries(of: claim, by: claim.factor(nil)) + query.statements
      }
      let facts = try ActionFacts(
        call.caller, call.idempotencyKey, claim.challenge?.id, bodyHash, in: transaction)
      try facts.requireCaller()
      let factor = claim.factor(facts.spent)
      if let first = try answeredBefore(facts, in: context) {
        return (try replay(first, in: context), factor, nil)
      }
      // A proof that has acted may only be answered as it was: whether it may is checked with it.
      guard !facts.hasActed else { return (nil, factor, nil) }
      let own = try query.facts(in: transaction)
      let document = try action.document(for: call.request, own, in: context.words)
      let deciding = try pipeline.rules.facts(
        for: claim, by: factor, requirements, on: document, in: context)
      // A factor that is gone is refused, and counted, where the proof is verified.
      if deciding.worth != .unproved || factor?.hasRow != true {
        _ = try pipeline.rules.decide(claim, on: document, requirements, for: call.caller, deciding)
      }
      return (nil, factor, (own, document))
    }
  }

  func reading(
    _ claim: ProofClaim, at now: Timestamp, in transaction: any ReadTransaction
  ) -> ReadingContext {
    ReadingContext(
      call.caller, signed: claim.challenge?.language, pipeline.policy, at: now, in: transaction)
  }

  /// The query for the action's own facts.
  func query(at now: Timestamp) -> FactsQuery<Action.Facts> {
    action.facts(of: call.request, for: call.caller, at: now)
  }

  private func prepare() async throws -> Result<Action.Prepared, Refusal> {
    try await pipeline.commands.tracer.step("prepare") {
      do {
        return .success(
          try await action.prepare(
            call.request, for: call.caller, at: begun, pipeline.commands.random))
      } catch let refusal as Refusal {
        return .failure(refusal)
      }
    }
  }

  // MARK: Repetition

  /// The operation that this request led to before, by its idempotency key or as the action knows
  /// it; nil also where none of the action is answered again.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where the key led to the operation of another body.
  func answeredBefore(
    _ facts: ActionFacts, in context: ReadingContext
  ) throws -> StoredOperation? {
    guard let keyed = facts.keyed else { return try call.earlier(context.transaction) }
    try Operations.requireKnown(
      to: call.caller.session, provedIn: keyed.session, in: context.transaction)
    guard keyed.isOfThisBody else { throw Refusal.alreadyUsed }
    if case .never = requirements.repetition { return nil }
    return try Operations.stored(keyed.id, in: context.transaction)
  }

  /// Answers again, from what was stored, whoever may know of the operation.
  func replay(
    _ first: StoredOperation, in context: ReadingContext
  ) throws -> ActionResponse<Answer> {
    try Operations.requireKnown(
      to: call.caller.session, provedIn: first.session, in: context.transaction)
    return ActionResponse(
      answer: try result(of: first, in: context.transaction), isReplayed: true)
  }

  /// The answer of an operation, with its status now.
  func result(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> Answer {
    var operation = operation
    operation.status = try pipeline.registry.status(of: operation, in: transaction) ?? .completed
    return try answering(operation)
  }
}
