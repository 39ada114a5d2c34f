import WebAuthnModel
import WireModel

/// Decides every protected action: the steps below, in this order, and no other.
///
/// **Before the database transaction**, the proof is read, one snapshot refuses what no right
/// secret could mend, the proof is verified, and the action prepares what is slow. **In it**, the
/// proof is spent and the action executed, or nothing is. **After**, whoever waits is woken and
/// the request runs its own job.
///
/// A refusal there rolls back to the savepoint; its counts, audit row and cleared PIN commit.
///
/// An action reads before it writes, and where the database is elsewhere its reads run ahead
/// together. It takes three round trips then: the reads, the writes, the commit.
package final class ActionPipeline: Sendable {
  private let commands: Commands
  private let proofs: ProofVerifier
  private let strength: ActionStrength
  private let codes: Codes
  private let addressProofs: AddressProofs
  private let keys: KeyUses
  private let refusals: RefusalLog
  private let audit: AuditTrail
  private let consequences: ActionConsequences
  private let policy: ServicePolicy

  init(
    commands: Commands, proofs: ProofVerifier, strength: ActionStrength,
    codes: Codes, addressProofs: AddressProofs, keys: KeyUses, refusals: RefusalLog,
    audit: AuditTrail,
    consequences: ActionConsequences, policy: ServicePolicy
  ) {
    self.commands = commands
    self.proofs = proofs
    self.strength = strength
    self.codes = codes
    self.addressProofs = addressProofs
    self.keys = keys
    self.refusals = refusals
    self.audit = audit
    self.consequences = consequences
    self.policy = policy
  }

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - call: Who asks for what, and with which proof.
  /// - Returns: The result and whether it is the first one again, or that a code was texted; or the
  ///   refusal.
  /// - Throws: ``StoreError`` where the outcome is unknown; the module's own error where its
  ///   execution failed, or ``DirectoryError``, and nothing of it was stored.
  package func perform<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>
  ) async throws -> Decision<ActionOutcome<Action.Result>> {
    try await consequences.watch(action, by: call.proof.name) {
      try await decision(on: action, call)
    }
  }

  private func decision<Action: ProtectedAction>(
    on action: Action, _ call: ActionCall<Action.Request>
  ) async throws -> Decision<ActionOutcome<Action.Result>> {
    let attempt = Attempted(action, call, commands, policy)
    defer { consequences.ring(action.topics(of: call.request, for: call.caller)) }
    let readied: Readied<Action>
    do {
      // Before the database transaction.
      let bodyHash = try action.bodyHash(of: call.request)
      let unverified = try proofs.decoded(call.proof, for: action.scenario, call.caller)
      try unverified.requireTaken(by: attempt.terms)
      let look = try await look(action, call, attempt.terms, unverified.claim, bodyHash)
      if case .answered(let first) = look { return .success(first) }
      let proof = try await commands.tracer.step("verify proof") {
        try await proofs.verify(unverified, for: action.scenario, call.caller)
      }
      readied = Readied(
        bodyHash: bodyHash, proof: proof, factor: look.factor,
        prepared: try await commands.tracer.step("prepare") {
          try await prepare(action, call, attempt)
        },
        text: try await codes.text(attempt.textedCode, after: unverified, call.caller))
    } catch let refusal as Refusal {
      try await refusals.note(refusal, attempt.noted)
      return .failure(refusal)
    }
    // In it.
    let place = refusals.place(for: attempt.noted, at: attempt.now)
    let decided = try await commands.write { [self] transaction in
      try decide(action, call, attempt, readied, place, in: transaction)
    }
    // After.
    return try await answer(decided, action, call, attempt, readied.proof)
  }

  /// Performs an action that texts no second code.
  package func change<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>
  ) async throws -> Decision<ActionResponse<Action.Result>> {
    try await perform(action, call).flatMap { outcome in
      switch outcome {
      case .done(let answer): .success(answer)
      case .otpRequired: .failure(.proofNotAllowed)
      }
    }
  }

  /// Performs an action whose request has to be verified first, off the writer: what refuses it
  /// there is noted as the action's refusal, like that of any step.
  func change<Action: ProtectedAction>(
    _ action: Action, for caller: Caller, proof: String,
    verified: () async throws -> ActionCall<Action.Request>
  ) async throws -> Decision<ActionResponse<Action.Result>> {
    let call: ActionCall<Action.Request>
    do {
      call = try await verified()
    } catch let refusal as Refusal {
      let noted = NotedAction(
        action: action.name, scenario: action.scenario, proof: proof, caller: caller)
      try await refusals.note(refusal, noted)
      consequences.metrics?.noteApproval(of: action.scenario, by: proof, .refused)
      return .failure(refusal)
    }
    return try await change(action, call)
  }

  // MARK: Before the database transaction

  /// Answers again what was answered before, and refuses what no right secret could mend, in one
  /// snapshot.
  ///
  /// - Returns: The first answer; or that the proof is to be checked.
  private func look<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>, _ terms: ActionTerms,
    _ claim: ProofClaim, _ bodyHash: [UInt8]
  ) async throws -> Look<Action.Result> {
    let now = commands.now()
    return try await commands.read { [self] transaction in
      let context = ReadingContext(
        call.caller, signed: claim.challenge?.language, policy, at: now, in: transaction)
      try transaction.prefetch {
        call.queries(of: claim, by: claim.factor(nil))
          + action.reads(of: call.request, for: call.caller).document
      }
      let facts = try ActionFacts(
        call.caller, call.idempotencyKey, claim.challenge?.id, bodyHash, in: context)
      try facts.requireCaller()
      if let first = try answeredBefore(action, call, terms, facts, in: context) {
        return .answered(try replay(first, of: action, in: context))
      }
      // A proof that has acted may only be answered as it was: whether it may is checked with it.
      guard !facts.hasActed else { return .unanswered(by: claim.factor(facts.spent)) }
      let documented = try action.document(for: call.request, in: context)
      let factor = claim.factor(facts.spent)
      let worth = try strength.levels.worth(of: factor, for: documented.document, in: context)
      // One that is gone is refused, and counted, where the proof is verified.
      guard worth != .unproved || factor?.hasRow != true else { return .unanswered(by: factor) }
      try strength.require(
        claim, of: worth, terms, documented.document, call.caller, in: context)
      try strength.limits.require(claim, worth, documented.document, in: context)
      return .unanswered(by: factor)
    }
  }

  /// Has the action prepare; what refuses it waits for its turn in the database transaction.
  private func prepare<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>, _ attempt: Attempted
  ) async throws -> Result<Action.Prepared, Refusal> {
    let context = PreparingContext(
      caller: call.caller, now: attempt.now, random: commands.random)
    do {
      return .success(try await action.prepare(call.request, in: context))
    } catch let refusal as Refusal {
      return .failure(refusal)
    }
  }

  // MARK: In the database transaction

  private func decide<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>, _ attempt: Attempted,
    _ readied: Readied<Action>, _ place: RefusalPlace?, in transaction: any WriteTransaction
  ) throws -> Decided<Action.Result> {
    do {
      let proof = readied.proof
      let context = ReadingContext(
        call.caller, signed: proof.challenge?.language, policy, at: attempt.now, in: transaction)
      try transaction.prefetch { readied.queries(of: action, call) }
      let facts = try ActionFacts(
        call.caller, call.idempotencyKey, proof.challenge?.id, readied.bodyHash, in: context)
      try facts.requireCaller()
      let decided = Result {
        try decide(action, call, attempt, readied, facts, context, in: transaction)
      }
      try SpentProofs.clearPIN(of: proof, in: transaction)
      return try decided.get()
    } catch let refusal as Refusal {
      let told = try commands.limits.write(refusal, at: attempt.now, in: transaction)
      if let place {
        try refusals.note(told, attempt.noted, place, at: attempt.now, in: transaction)
      }
      return .refused(told)
    } catch let error as StoreError {
      throw error
    } catch {
      try refusals.note(fault: error, attempt.noted, at: attempt.now, in: transaction)
      return .failed(error)
    }
  }

  private func decide<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>, _ attempt: Attempted,
    _ readied: Readied<Action>, _ facts: ActionFacts, _ context: ReadingContext,
    in transaction: any WriteTransaction
  ) throws -> Decided<Action.Result> {
    let proof = readied.proof
    if let first = try answeredBefore(action, call, attempt.terms, facts, in: context) {
      return .done(try replay(first, of: action, in: context))
    }
    let state = try facts.spentState(of: proof)
    if let first = try facts.operation(of: state, attempt.terms) {
      let operation = try Operations.stored(first, in: transaction)
      return .done(try replay(operation, of: action, in: context))
    }
    try requireNoDuplicate(action, call, proof, facts.bodyHash, in: context)
    try facts.requireTimely(proof)
    return try transaction.savepoint {
      try act(action, call, attempt, readied, facts, state, context, in: transaction)
    }
  }

  /// The steps that write: all of them, or none.
  private func act<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>, _ attempt: Attempted,
    _ readied: Readied<Action>, _ facts: ActionFacts, _ state: SpentState,
    _ reading: ReadingContext, in transaction: any WriteTransaction
  ) throws -> Decided<Action.Result> {
    let (proof, terms) = (readied.proof, attempt.terms)
    let prepared = try readied.prepared.get()
    let documented = try action.document(for: call.request, in: reading)
    let document = documented.document
    try proof.requireLinked(to: document)
    let factor = proof.claim.factor(facts.spent)
    let worth = try strength.levels.worth(of: factor, for: document, in: reading)
    // A PIN may be gone since it was verified; a key that is gone is refused with its use.
    if factor == .pin, worth == .unproved { throw Refusal.verificationFailed }
    let ground = try strength.require(
      proof.claim, of: worth, terms, document, call.caller, in: reading)
    let standing = try strength.limits.require(proof.claim, worth, document, in: reading)
    let code: CheckedCode?
    switch try codes.use(
      of: proof, document, call.caller, on: ground, texting: readied.text, at: attempt.now,
      in: transaction)
    {
    case .otpRequired(let required): return .otpRequired(required)
    case .used(let checked): code = checked
    }
    if code != nil, ground == .first || ground == .onTheWay {
      try addressProofs.note(
        reading.account, by: AddressProofs.Owner(call.caller), at: attempt.now, in: transaction)
    }
    let use = try keys.check(
      proof, state, for: .action(document, in: call.caller.provingSession), in: transaction)
    let context = ActionContext(
      transaction: transaction, caller: call.caller, operation: attempt.operation,
      bodyHash: readied.bodyHash, facts: facts, now: attempt.now, proof: proof, ground: ground,
      checkedCode: code, languages: reading.languages, policy: policy)
    let execution = try action.execute(call.request, prepared, documented, in: context)
    let acted = action.spendsProof ? call.caller : nil
    try keys.note(use, of: proof, actedFor: acted, at: attempt.now, in: transaction)
    let lease = try execution.job.map { job in
      try consequences.put(job, leased: attempt.lease, at: attempt.now, in: transaction)
    }
    try record(action, call, execution, state, standing, context)
    let operation = StoredOperation(
      id: attempt.operation, scenario: action.scenario, record: execution.record,
      answer: execution.answer, session: call.caller.provingSession)
    if let job = execution.job, let lease { return .jobLeft(job, under: lease, of: operation) }
    return .executed(try action.answer(of: operation, in: reading))
  }

  /// Records what was executed: the spent row, the operation with its evidence, the count of low
  /// values and the audit row.
  private func record(
    _ action: some ProtectedAction, _ call: ActionCall<some Sendable>, _ execution: Execution,
    _ state: SpentState, _ standing: LimitStanding, _ context: ActionContext
  ) throws {
    let (proof, transaction) = (context.proof, context.transaction)
    var evidence: [UInt8]?
    if proof.challenge != nil, action.spendsProof {
      try SpentProofs.spend(
        proof, on: (context.operation, context.storedBodyHash), by: context.seal, at: context.now,
        in: transaction)
      evidence = SpentProofs.evidence(of: proof, state)
    }
    try Operations.insert(
      NewOperation(
        id: context.operation, accountID: context.account, scenario: action.scenario,
        idempotencyKey: call.idempotencyKey,
        challengeID: action.spendsProof ? execution.challengeID ?? proof.challenge?.id : nil,
        bodyHash: context.storedBodyHash, proofKind: proof.claim.name,
        transactionID: execution.record, evidence: evidence, answer: execution.answer,
        session: context.caller.provingSession, replaces: context.repeated, at: context.now),
      by: context.seal, in: transaction)
    if action.spendsProof {
      try strength.limits.count(standing, of: context.account, in: transaction)
    }
    var details: JSONObject = [
      "action": .string(action.name), "scenario": .string(action.scenario.text),
      "operation": .string(context.operation.text), "proof": .string(proof.claim.name),
      "linked": .bool(proof.claim.isLinked),
    ]
    details["second"] = proof.secondCode.map { .string($0) }
    context.caller.note(in: &details)
    for name in execution.details.names { details[name] = execution.details[name] }
    try audit.append(
      AuditEvent(execution.event ?? action.event, subject: context.account, details),
      at: context.now, in: transaction)
  }

  // MARK: After it

  private func answer<Action: ProtectedAction>(
    _ decided: Decided<Action.Result>, _ action: Action, _ call: ActionCall<Action.Request>,
    _ attempt: Attempted, _ proof: VerifiedProof
  ) async throws -> Decision<ActionOutcome<Action.Result>> {
    consequences.ringOutbox()
    switch decided {
    case .done(let outcome): return .success(outcome)
    case .otpRequired(let required): return .success(.otpRequired(required))
    case .executed(let result):
      call.caller.witness(proof)
      return .success(.done(ActionResponse(answer: result, isReplayed: false)))
    case .jobLeft(let job, let lease, let operation):
      call.caller.witness(proof)
      let now = commands.now()
      let result = try await consequences.run(job, under: lease) { [policy] transaction in
        let context = ReadingContext(
          call.caller, signed: proof.challenge?.language, policy, at: now, in: transaction)
        return try action.answer(of: operation, in: context)
      }
      return .success(.done(ActionResponse(answer: result, isReplayed: false)))
    case .refused(let refusal):
      refusals.take(attempt.noted, at: attempt.now)
      return .failure(refusal)
    case .failed(let error): throw error
    }
  }

  // MARK: Repetition

  /// The operation that this request led to before, by its idempotency key or as the action knows
  /// it; nil also where none of the action is answered again.
  ///
  /// - Throws: ``Refusal/alreadyUsed`` where the key led to the operation of another body.
  private func answeredBefore<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>, _ terms: ActionTerms,
    _ facts: ActionFacts, in context: ReadingContext
  ) throws -> StoredOperation? {
    guard let keyed = facts.keyed else { return try action.earlier(call.request, in: context) }
    try Operations.requireKnown(
      to: call.caller.session, provedIn: keyed.session, in: context.transaction)
    guard keyed.isOfThisBody else { throw Refusal.alreadyUsed }
    if case .never = terms.repetition { return nil }
    return try Operations.stored(keyed.id, in: context.transaction)
  }

  /// Refuses an identical body within a short time where nothing else tells two operations apart: a
  /// PIN and codes answer no challenge, so without a key a double tap looks like a second
  /// operation.
  private func requireNoDuplicate<Action: ProtectedAction>(
    _ action: Action, _ call: ActionCall<Action.Request>, _ proof: VerifiedProof,
    _ bodyHash: [UInt8], in context: ReadingContext
  ) throws {
    guard proof.challenge == nil, call.idempotencyKey == nil else { return }
    let since = context.now.adding(seconds: -policy.duplicateSeconds)
    guard let first = try action.duplicate(of: bodyHash, since: since, in: context) else { return }
    var refusal = Refusal(
      .possibleDuplicate,
      "the same was done a moment ago; send an Idempotency-Key where it is meant as another")
    refusal.firstTransactionID = first
    throw refusal
  }

  /// Answers again, from what was stored, whoever may know of the operation.
  private func replay<Action: ProtectedAction>(
    _ first: StoredOperation, of action: Action, in context: ReadingContext
  ) throws -> ActionOutcome<Action.Result> {
    try Operations.requireKnown(
      to: context.caller.session, provedIn: first.session, in: context.transaction)
    let answer = try action.answer(of: first, in: context)
    return .done(ActionResponse(answer: answer, isReplayed: true))
  }
}
