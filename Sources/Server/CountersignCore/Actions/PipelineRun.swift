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
  private let action: Action
  private let call: ActionCall<Action.Request>
  private let pipeline: ActionPipeline
  /// Makes the caller's answer of an operation with its status.
  private let answering: @Sendable (StoredOperation) throws -> Answer
  private let requirements: ProofRequirements
  private let noted: NotedAction
  // Drawn once, so that a transaction that runs again draws nothing new.
  private let begun: Timestamp
  private let operation: StoredOperationID
  private let lease: [UInt8]
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
    // A refusal that was counted may have ended the link.
    defer {
      if case .link(let id, account: _) = call.caller { pipeline.consequences.ring([.link(id)]) }
    }
    let verified: VerifiedRequest
    do {
      let bodyHash = try action.bodyHash(of: call.request)
      let proof = try pipeline.proofs.decoded(call.proof, for: action.scenario, call.caller)
      try proof.requireTaken(by: requirements)
      let (first, factor, shown) = try await readSnapshot(for: proof.claim, bodyHash)
      if let first { return .success(.done(first)) }
      verified = VerifiedRequest(
        bodyHash: bodyHash,
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
    let place = pipeline.refusals.place(for: noted, at: verified.decidedAt)
    let outcome = try await pipeline.commands.write { try commit(verified, place, in: $0) }
    return try await answer(outcome, verified)
  }

  /// The facts of a snapshot, and the document that was made of them.
  private typealias Shown = (facts: Action.Facts, document: ActionDocument)

  /// A request whose proof was verified, with all that is known before the transaction begins.
  private struct VerifiedRequest: Sendable {
    let bodyHash: [UInt8]
    let proof: VerifiedProof
    /// The factor that the proof claimed: it decides which rows are read ahead, and nothing else.
    let claimedFactor: AccountFactor?
    /// The document of the snapshot; nil where the proof had acted before.
    let shown: Shown?
    /// The preparation, or its refusal, which waits for its turn in the transaction.
    let prepared: Result<Action.Prepared, Refusal>
    let text: CodeText
    /// The moment by which the transaction decides.
    let decidedAt: Timestamp
  }

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

  private func reading(
    _ claim: ProofClaim, at now: Timestamp, in transaction: any ReadTransaction
  ) -> ReadingContext {
    ReadingContext(
      call.caller, signed: claim.challenge?.language, pipeline.policy, at: now, in: transaction)
  }

  /// The query for the action's own facts.
  private func query(at now: Timestamp) -> FactsQuery<Action.Facts> {
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

  // MARK: In the database transaction

  /// The outcome of the database transaction.
  private enum Outcome: Sendable {
    case replayed(ActionResponse<Answer>)
    case executed(Answer, waking: [ChangeTopic])
    /// Executed; the request runs a job before it is answered.
    case jobLeft(NewJob, under: JobLease, of: StoredOperation, waking: [ChangeTopic])
    case codeSent(OTPRequired)
    case refused(Refusal)
    case failed(any Error)
  }

  /// Decides and executes; commits what a refusal counts.
  private func commit(
    _ request: VerifiedRequest, _ place: RefusalPlace?, in transaction: any WriteTransaction
  ) throws -> Outcome {
    let now = request.decidedAt
    do {
      let proof = request.proof
      let context = reading(proof.claim, at: now, in: transaction)
      try transaction.prefetch {
        call.queries(of: proof.claim, by: request.claimedFactor, on: proof.device)
          + query(at: now).statements
      }
      let facts = try ActionFacts(
        call.caller, call.idempotencyKey, proof.challenge?.id, request.bodyHash, in: transaction)
      try facts.requireCaller()
      let outcome = Result { try decide(request, facts, context, in: transaction) }
      try SpentProofs.clearPIN(of: proof, in: transaction)
      return try outcome.get()
    } catch let refusal as Refusal {
      let told = try pipeline.commands.limits.write(refusal, at: now, in: transaction)
      if let place {
        try pipeline.refusals.note(told, noted, place, at: now, in: transaction)
      }
      return .refused(told)
    } catch let error as StoreError {
      throw error
    } catch {
      try pipeline.refusals.note(fault: error, noted, at: now, in: transaction)
      return .failed(error)
    }
  }

  private func decide(
    _ request: VerifiedRequest, _ facts: ActionFacts, _ context: ReadingContext,
    in transaction: any WriteTransaction
  ) throws -> Outcome {
    let proof = request.proof
    if let first = try answeredBefore(facts, in: context) {
      return .replayed(try replay(first, in: context))
    }
    let state = try facts.spentState(of: proof)
    if let first = try facts.operation(of: state, requirements) {
      return .replayed(try replay(Operations.stored(first, in: transaction), in: context))
    }
    try requireNoDuplicate(request, facts.bodyHash, in: context)
    try facts.requireTimely(proof, at: context.now)
    return try transaction.savepoint {
      try execute(request, facts, state, context, in: transaction)
    }
  }

  /// The steps that write: all of them, or none.
  private func execute(
    _ request: VerifiedRequest, _ facts: ActionFacts, _ state: SpentState,
    _ reading: ReadingContext, in transaction: any WriteTransaction
  ) throws -> Outcome {
    let (proof, now) = (request.proof, request.decidedAt)
    let prepared = try request.prepared.get()
    let own = try query(at: now).facts(in: transaction)
    // The document of the snapshot, unless a fact has changed since.
    let document =
      if let shown = request.shown, shown.facts == own {
        shown.document
      } else {
        try action.document(for: call.request, own, in: reading.words)
      }
    try proof.requireLinked(to: document)
    let factor = proof.claim.factor(facts.spent)
    let deciding = try pipeline.rules.facts(
      for: proof.claim, by: factor, requirements, on: document, in: reading)
    // A PIN may be gone since it was verified; a key that is gone is refused with its use.
    if factor == .pin, deciding.worth == .unproved { throw Refusal.verificationFailed }
    let (ground, counted) = try pipeline.rules.decide(
      proof.claim, on: document, requirements, for: call.caller, deciding)
    let code: CheckedCode?
    switch try pipeline.codes.use(
      of: proof, document, call.caller, on: ground, texting: request.text, at: now,
      in: transaction)
    {
    case .otpRequired(let required): return .codeSent(required)
    case .used(let checked): code = checked
    }
    if code != nil, ground == .first || ground == .onTheWay {
      try pipeline.addressProofs.note(
        reading.account, by: AddressProofs.Owner(call.caller), at: now, in: transaction)
    }
    let use = try pipeline.keys.check(
      proof, state, for: .action(document, in: call.caller.provingSession), in: transaction)
    let context = ActionContext(
      transaction: transaction, caller: call.caller, operation: operation,
      bodyHash: request.bodyHash, document: document, facts: facts, now: now, proof: proof,
      ground: ground, checkedCode: code, languages: reading.words.languages,
      policy: pipeline.policy)
    let execution = try action.execute(call.request, prepared, own, in: context)
    try pipeline.keys.note(
      use, of: proof, actedFor: requirements.usesProofUp ? call.caller : nil, at: now,
      in: transaction)
    let jobLease = try execution.job.map { job in
      try pipeline.consequences.put(job, leased: lease, at: now, in: transaction)
    }
    try record(execution, state, counted, context)
    let stored = StoredOperation(
      id: operation, account: reading.account, scenario: action.scenario,
      record: execution.record, answer: execution.answer, session: call.caller.provingSession)
    if let job = execution.job, let jobLease {
      return .jobLeft(job, under: jobLease, of: stored, waking: execution.topics)
    }
    return .executed(try result(of: stored, in: transaction), waking: execution.topics)
  }

  /// Records what was executed: the spent row, the operation with its evidence, the count of low
  /// values and the audit row.
  private func record(
    _ execution: Execution, _ state: SpentState, _ counted: CountedValue, _ context: ActionContext
  ) throws {
    let (proof, now, transaction) = (context.proof, context.now, context.transaction)
    var evidence: [UInt8]?
    if proof.challenge != nil, requirements.usesProofUp {
      try SpentProofs.spend(
        proof, on: (operation, context.storedBodyHash), by: context.seal, at: now,
        in: transaction)
      evidence = SpentProofs.evidence(of: proof, state)
    }
    try Operations.insert(
      NewOperation(
        id: operation, accountID: context.account, scenario: action.scenario,
        idempotencyKey: call.idempotencyKey,
        challengeID: requirements.usesProofUp ? execution.challengeID ?? proof.challenge?.id : nil,
        bodyHash: context.storedBodyHash, proofKind: proof.claim.name,
        transactionID: execution.record, evidence: evidence, answer: execution.answer,
        session: call.caller.provingSession, replaces: context.repeated, at: now),
      by: context.seal, in: transaction)
    if requirements.usesProofUp {
      try ActionRules.count(counted, of: context.account, in: transaction)
    }
    var details: JSONObject = [
      "action": .string(action.name), "scenario": .string(action.scenario.text),
      "operation": .string(operation.text), "proof": .string(proof.claim.name),
      "linked": .bool(proof.claim.isLinked),
    ]
    details["second"] = proof.secondCode.map { .string($0) }
    call.caller.note(in: &details)
    for name in execution.details.names { details[name] = execution.details[name] }
    try pipeline.audit.append(
      AuditEvent(execution.event, subject: context.account, details), at: now,
      in: transaction)
  }

  // MARK: After it

  private func answer(
    _ outcome: Outcome, _ request: VerifiedRequest
  ) async throws -> Decision<ActionOutcome<Answer>> {
    pipeline.consequences.ringOutbox()
    switch outcome {
    case .replayed(let first): return .success(.done(first))
    case .codeSent(let required): return .success(.otpRequired(required))
    case .executed(let result, let topics):
      pipeline.consequences.ring(topics)
      call.caller.witness(request.proof)
      return .success(.done(ActionResponse(answer: result, isReplayed: false)))
    case .jobLeft(let job, let lease, let operation, let topics):
      pipeline.consequences.ring(topics)
      call.caller.witness(request.proof)
      let result = try await pipeline.consequences.run(job, under: lease) { transaction in
        try self.result(of: operation, in: transaction)
      }
      return .success(.done(ActionResponse(answer: result, isReplayed: false)))
    case .refused(let refusal):
      pipeline.refusals.take(noted, at: request.decidedAt)
      return .failure(refusal)
    case .failed(let error): throw error
    }
  }

  // MARK: Repetition

  /// The operation that this request led to before, by its idempotency key or as the action knows
  /// it; nil also where none of the action is answered again.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where the key led to the operation of another body.
  private func answeredBefore(
    _ facts: ActionFacts, in context: ReadingContext
  ) throws -> StoredOperation? {
    guard let keyed = facts.keyed else { return try call.earlier(context.transaction) }
    try Operations.requireKnown(
      to: call.caller.session, provedIn: keyed.session, in: context.transaction)
    guard keyed.isOfThisBody else { throw Refusal.alreadyUsed }
    if case .never = requirements.repetition { return nil }
    return try Operations.stored(keyed.id, in: context.transaction)
  }

  /// Refuses an identical body within a short time where neither a challenge nor a key tells a
  /// double tap from a second operation.
  private func requireNoDuplicate(
    _ request: VerifiedRequest, _ bodyHash: [UInt8], in context: ReadingContext
  ) throws {
    guard request.proof.challenge == nil, call.idempotencyKey == nil else { return }
    switch requirements.duplicates {
    case .none: return
    case .ofValues where request.shown?.document.value == ActionDocument.ValueAtStake.none: return
    case .ofValues, .all: break
    }
    try Operations.requireNone(
      of: bodyHash, action.scenario, by: context.account,
      after: context.now.adding(seconds: -pipeline.policy.duplicateSeconds),
      in: context.transaction)
  }

  /// Answers again, from what was stored, whoever may know of the operation.
  private func replay(
    _ first: StoredOperation, in context: ReadingContext
  ) throws -> ActionResponse<Answer> {
    try Operations.requireKnown(
      to: call.caller.session, provedIn: first.session, in: context.transaction)
    return ActionResponse(
      answer: try result(of: first, in: context.transaction), isReplayed: true)
  }

  /// The answer of an operation, with its status now.
  private func result(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> Answer {
    var operation = operation
    let status = try pipeline.registry.status(of: operation, in: transaction)
    operation.status = status ?? .completed
    return try answering(operation)
  }
}
