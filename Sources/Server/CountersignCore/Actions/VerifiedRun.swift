import WebAuthnModel
import WireModel

/// The part of a ``PipelineRun`` after its proof was verified: it alone executes the action.
///
/// Its properties are all that the transaction decides by, besides the store. They do not change,
/// so the transaction can run again.
struct VerifiedRun<Action: ProtectedAction, Answer: Sendable>: Sendable {
  let run: PipelineRun<Action, Answer>
  let bodyHash: [UInt8]
  let proof: VerifiedProof
  /// The factor that the proof claimed: it decides which rows are read ahead, and nothing else.
  let claimedFactor: AccountFactor?
  /// The document of the snapshot; nil where the proof had acted before.
  let shown: PipelineRun<Action, Answer>.Shown?
  /// The preparation, or its refusal, which waits for its turn in the transaction.
  let prepared: Result<Action.Prepared, Refusal>
  let text: CodeText
  /// The moment by which the transaction decides.
  let decidedAt: Timestamp

  private var call: ActionCall<Action.Request> { run.call }

  /// The steps in the database transaction, and after it.
  func perform() async throws -> Decision<ActionOutcome<Answer>> {
    let place = run.pipeline.refusals.place(for: run.noted, at: decidedAt)
    let outcome = try await run.pipeline.commands.write { try commit(place, in: $0) }
    return try await answer(outcome)
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
    _ place: RefusalPlace?, in transaction: any WriteTransaction
  ) throws -> Outcome {
    do {
      let context = run.reading(proof.claim, at: decidedAt, in: transaction)
      try transaction.prefetch {
        call.queries(of: proof.claim, by: claimedFactor, on: proof.device)
          + run.query(at: decidedAt).statements
      }
      let facts = try ActionFacts(
        call.caller, call.idempotencyKey, proof.challenge?.id, bodyHash, in: transaction)
      try facts.requireCaller()
      let outcome = Result { try decide(facts, context, in: transaction) }
      try SpentProofs.clearPIN(of: proof, in: transaction)
      return try outcome.get()
    } catch let refusal as Refusal {
      let told = try run.pipeline.commands.limits.write(refusal, at: decidedAt, in: transaction)
      if let place {
        try run.pipeline.refusals.note(told, run.noted, place, at: decidedAt, in: transaction)
      }
      return .refused(told)
    } catch let error as StoreError {
      throw error
    } catch {
      try run.pipeline.refusals.note(fault: error, run.noted, at: decidedAt, in: transaction)
      return .failed(error)
    }
  }

  private func decide(
    _ facts: ActionFacts, _ context: ReadingContext, in transaction: any WriteTransaction
  ) throws -> Outcome {
    if let first = try run.answeredBefore(facts, in: context) {
      return .replayed(try run.replay(first, in: context))
    }
    let state = try facts.spentState(of: proof)
    if let first = try facts.operation(of: state, run.requirements) {
      return .replayed(try run.replay(Operations.stored(first, in: transaction), in: context))
    }
    try requireNoDuplicate(of: shown?.document, facts, in: context)
    try facts.requireTimely(proof, at: decidedAt)
    return try transaction.savepoint {
      try execute(facts, state, context, in: transaction)
    }
  }

  /// The steps that write: all of them, or none.
  private func execute(
    _ facts: ActionFacts, _ state: SpentState, _ reading: ReadingContext,
    in transaction: any WriteTransaction
  ) throws -> Outcome {
    let (action, pipeline, now) = (run.action, run.pipeline, decidedAt)
    let prepared = try prepared.get()
    let own = try run.query(at: now).facts(in: transaction)
    // The document of the snapshot, unless a fact has changed since.
    let document: ActionDocument
    if let shown, shown.facts == own {
      document = shown.document
    } else {
      document = try action.document(for: call.request, own, in: reading.words)
      try requireNoDuplicate(of: document, facts, in: reading)
    }
    try proof.requireLinked(to: document)
    let factor = proof.claim.factor(facts.spent)
    let deciding = try pipeline.rules.facts(
      for: proof.claim, by: factor, run.requirements, on: document, in: reading)
    // A PIN may be gone since it was verified; a key that is gone is refused with its use.
    if factor == .pin, deciding.worth == .unproved { throw Refusal.verificationFailed }
    let (ground, counted) = try pipeline.rules.decide(
      proof.claim, on: document, run.requirements, for: call.caller, deciding)
    let code: CheckedCode?
    switch try pipeline.codes.use(
      of: proof, document, call.caller, on: ground, texting: text, at: now,
      in: transaction)
    {
    case .otpRequired(let required): return .codeSent(required)
    case .used(let checked): code = checked
    }
    let use = try pipeline.keys.check(
      proof, state, for: .action(document, in: call.caller.provingSession), in: transaction)
    let context = ActionContext(
      transaction: transaction, caller: call.caller, operation: run.operation,
      bodyHash: bodyHash, document: document, facts: facts, now: now, proof: proof,
      ground: ground, checkedCode: code, languages: reading.words.languages,
      policy: pipeline.policy)
    let execution = try action.execute(call.request, prepared, own, in: context)
    try pipeline.keys.note(
      use, of: proof, actedFor: run.requirements.usesProofUp ? call.caller : nil, at: now,
      in: transaction)
    let jobLease = try execution.job.map { job in
      try pipeline.consequences.put(job, leased: run.lease, at: now, in: transaction)
    }
    try record(execution, state, counted, context)
    let stored = StoredOperation(
      id: run.operation, account: reading.account, scenario: action.scenario,
      record: execution.record, answer: execution.answer, session: call.caller.provingSession)
    if let job = execution.job, let jobLease {
      return .jobLeft(job, under: jobLease, of: stored, waking: execution.topics)
    }
    return .executed(try run.result(of: stored, in: transaction), waking: execution.topics)
  }

  /// Records what was executed: the spent row, the operation with its evidence, the count of low
  /// values and the audit row.
  private func record(
    _ execution: Execution, _ state: SpentState, _ counted: CountedValue, _ context: ActionContext
  ) throws {
    let (action, requirements, transaction) = (run.action, run.requirements, context.transaction)
    var evidence: [UInt8]?
    if proof.challenge != nil, requirements.usesProofUp {
      try SpentProofs.spend(
        proof, on: (run.operation, context.storedBodyHash), by: context.seal, at: decidedAt,
        in: transaction)
      evidence = SpentProofs.evidence(of: proof, state)
    }
    try Operations.insert(
      NewOperation(
        id: run.operation, accountID: context.account, scenario: action.scenario,
        idempotencyKey: call.idempotencyKey,
        challengeID: requirements.usesProofUp ? execution.challengeID ?? proof.challenge?.id : nil,
        bodyHash: context.storedBodyHash, proofKind: proof.claim.name,
        transactionID: execution.record, evidence: evidence, answer: execution.answer,
        session: call.caller.provingSession, replaces: context.repeated, at: decidedAt),
      by: context.seal, in: transaction)
    if requirements.usesProofUp {
      try ActionRules.count(counted, of: context.account, in: transaction)
    }
    var details: JSONObject = [
      "action": .string(action.name), "scenario": .string(action.scenario.text),
      "operation": .string(run.operation.text), "proof": .string(proof.claim.name),
      "linked": .bool(proof.claim.isLinked),
    ]
    details["second"] = proof.secondCode.map { .string($0) }
    call.caller.note(in: &details)
    for name in execution.details.names { details[name] = execution.details[name] }
    try run.pipeline.audit.append(
      AuditEvent(execution.event, subject: context.account, details), at: decidedAt,
      in: transaction)
  }

  /// Refuses an identical body within a short time where neither a challenge nor a key tells a
  /// double tap from a second operation.
  private func requireNoDuplicate(
    of document: ActionDocument?, _ facts: ActionFacts, in context: ReadingContext
  ) throws {
    guard proof.challenge == nil, call.idempotencyKey == nil else { return }
    switch run.requirements.duplicates {
    case .none: return
    case .ofValues where document?.value == ActionDocument.ValueAtStake.none: return
    case .ofValues, .all: break
    }
    try Operations.requireNone(
      of: facts.bodyHash, run.action.scenario, by: context.caller,
      after: context.now.adding(seconds: -run.pipeline.policy.duplicateSeconds),
      in: context.transaction)
  }

  // MARK: After it

  private func answer(_ outcome: Outcome) async throws -> Decision<ActionOutcome<Answer>> {
    let pipeline = run.pipeline
    pipeline.consequences.ringOutbox()
    switch outcome {
    case .replayed(let first): return .success(.done(first))
    case .codeSent(let required): return .success(.otpRequired(required))
    case .executed(let result, let topics):
      pipeline.consequences.ring(topics)
      call.caller.witness(proof)
      return .success(.done(ActionResponse(answer: result, isReplayed: false)))
    case .jobLeft(let job, let lease, let operation, let topics):
      pipeline.consequences.ring(topics)
      call.caller.witness(proof)
      let result = try await pipeline.consequences.run(job, under: lease) { transaction in
        try run.result(of: operation, in: transaction)
      }
      return .success(.done(ActionResponse(answer: result, isReplayed: false)))
    case .refused(let refusal):
      pipeline.refusals.take(run.noted, at: decidedAt)
      return .failure(refusal)
    case .failed(let error): throw error
    }
  }
}
