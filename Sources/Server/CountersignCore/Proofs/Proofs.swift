import RelyingParty
public import WebAuthnModel
public import WireModel

/// Proofs on their way to an action elsewhere: an assertion becomes a token, which a host redeems.
public final class Proofs: Sendable {
  private let commands: Commands
  private let assertions: AssertionVerifier
  private let tokens: TokenVerifier
  private let keys: KeyUses
  private let levels: FactorLevels
  private let refusals: RefusalLog
  private let audit: AuditTrail
  private let pipeline: ActionPipeline
  private let registry: ActionRegistry
  private let policy: ServicePolicy

  init(
    commands: Commands, assertions: AssertionVerifier, tokens: TokenVerifier, keys: KeyUses,
    levels: FactorLevels, refusals: RefusalLog, audit: AuditTrail, pipeline: ActionPipeline,
    registry: ActionRegistry, policy: ServicePolicy
  ) {
    self.commands = commands
    self.assertions = assertions
    self.tokens = tokens
    self.keys = keys
    self.levels = levels
    self.refusals = refusals
    self.audit = audit
    self.pipeline = pipeline
    self.registry = registry
    self.policy = policy
  }

  /// Verifies an assertion and gives a verification token.
  ///
  /// The same assertion verified again, before it acted, gives a token with the same id.
  public func verify(
    _ response: AssertionResponse, session: AuthenticatedSession
  ) async throws -> Decision<VerificationAnswer> {
    try await decision {
      let proof = try await assertions.verify(response, session: session, scenarios: scenarios)
      guard let challenge = proof.challenge, let scenario = proof.scenario else {
        throw Refusal.verificationFailed
      }
      // Neither a change of factors nor a sign-in is a scenario of the table.
      if scenario != .manageFactors, scenario != .signIn {
        try await refusals.noting("proof_refused", .assertion, of: session) {
          guard policy.scenarios.kinds(of: scenario).contains(.assertion) else {
            throw Refusal.proofNotAllowed
          }
        }
      }
      let now = commands.now()
      let caller = Caller.session(session)
      let factor = proof.claim.factor(nil)
      try await commands.run { [self] transaction in
        try transaction.prefetch {
          [ActionFacts.query(caller, nil, challenge.id), factor?.query(of: proof.account)]
            .compactMap(\.self)
        }
        // The steps of an action that need no document, in the same order.
        let facts = try ActionFacts(caller, nil, challenge.id, [], in: transaction)
        try facts.requireCaller()
        let state = try facts.spentState(of: proof)
        if case .acted = state { throw Refusal.usedUp }
        try facts.requireTimely(proof, at: now)
        // Verified before: its token is issued again, and nothing is noted.
        guard state == .unused else { return }
        // A factor that waits under a hold proves nothing.
        let worth = try levels.worth(of: factor, of: proof.account, at: now, in: transaction)
        if let wait = worth.barrier { throw Refusal.waits(wait) }
        try keys.use(proof, state, for: .token(session.id), at: now, in: transaction)
        try SpentProofs.markVerified(
          proof, as: challenge.id, for: scenario, by: facts.seal, at: now, in: transaction)
        if let declared = policy.scenarios.declaredScenario(scenario) {
          try Hosts.note(
            declared, provedIn: session.id, of: proof.account, at: now, in: transaction)
        }
        let details: JSONObject = [
          "scenario": .string(scenario.text), "linked": .bool(proof.claim.isLinked),
          "amr": .array(proof.methods.map(JSONValue.string)),
          "challenge": .string(Base64URL.encode(challenge.id)),
        ]
        try audit.append(
          AuditEvent("assertion_verified", subject: proof.account, details), at: now,
          in: transaction)
      }.get()
      return tokens.issue(
        tokens.claims(of: proof, answering: challenge, for: scenario, in: session.id, at: now))
    }
  }

  /// The scenarios that a session's challenge can be for.
  private var scenarios: [ScenarioName] { registry.scenarios + [.manageFactors, .signIn] }

  /// The authentication context of a proof that is linked to its transaction.
  static let linkedContext = "urn:countersign:acr:linked"
  /// The authentication context of a proof that is linked to none.
  static let unlinkedContext = "urn:countersign:acr:unlinked"

  /// Redeems a verification token for a protected action of the host's own.
  ///
  /// The spent row, the operation and the audit row commit together. The same idempotency key with
  /// the same token and payload again gives the first answer; without a key, what was redeemed is
  /// used up.
  ///
  /// - Parameters:
  ///   - request: The token, the scenario, and what the host is about to do.
  ///   - idempotencyKey: The host's name for this redemption, where it gave one.
  ///   - host: Who asks.
  /// - Returns: Who proved it, or why the host must not act: `transaction_mismatch` where the
  ///   person signed something else, `already_used`, `token_expired`, `verification_failed`,
  ///   `recovered_limit`, `proof_not_allowed` for a scenario that this server executes itself, or
  ///   `unacceptable_value` for one that it does not know, one of another host, or a payload that
  ///   none can have.
  /// - Throws: `StoreError`; the same request with the same idempotency key then tells.
  public func redeem(
    _ request: RedemptionRequest, idempotencyKey: IdempotencyKey?, host: AuthenticatedServiceKey
  ) async throws -> Decision<ActionResponse<RedemptionAnswer>> {
    try await decision {
      // A name that is no scenario here is a stranger's text, and goes into no row.
      let declared = try declaredScenario(request.scenario)
      return try await redeem(request, declared, idempotencyKey, host).get()
    }
  }

  private func redeem(
    _ request: RedemptionRequest, _ declared: DeclaredScenario, _ idempotencyKey: IdempotencyKey?,
    _ host: AuthenticatedServiceKey
  ) async throws -> Decision<ActionResponse<RedemptionAnswer>> {
    let claimed = tokens.claimed(request.verificationToken, scenarios: [request.scenario])
    // Whose a token is that this server did not sign nobody knows: the row is about the host.
    let caller = Caller.host(
      host, session: claimed?.sessionID ?? SessionID(""),
      account: claimed?.proof.account ?? AccountID(host.id.text))
    return try await pipeline.change(
      Redemption(declared: declared), for: caller,
      proof: Proof.Kind.verificationToken.rawValue
    ) {
      try declared.require(host)
      _ = try declared.document(of: request.payload, in: .none)
      guard let claimed else { throw Refusal.verificationFailed }
      return ActionCall(
        caller: caller, request: .init(payload: request.payload, claimed: claimed),
        proof: .checkedToken(claimed.proof), idempotencyKey: idempotencyKey?.of(host))
    }
  }

  /// The declared scenario of a name.
  ///
  /// - Throws: A ``Refusal`` for one whose action is this server's own, and for one that it does
  ///   not know.
  private func declaredScenario(_ name: ScenarioName) throws -> DeclaredScenario {
    if let declared = policy.scenarios.declaredScenario(name) { return declared }
    if policy.scenarios.namesOfServer.contains(name) {
      throw Refusal(
        .proofNotAllowed, "the action of \(name) is this server's own; send the proof there")
    }
    throw Refusal.scenarioUnknown
  }

  /// Proves a declared scenario for its host, with any proof that its policy takes
  /// (`POST /proofs`).
  ///
  /// - Parameters:
  ///   - request: The scenario, its payload and the proof.
  ///   - idempotencyKey: The caller's name for this proof, if it gave one.
  ///   - session: Who proves.
  /// - Returns: The token, or that a code was texted; or the refusal.
  /// - Throws: `StoreError`; the same request with the same key then tells.
  public func prove(
    _ request: ProofRequest, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<VerificationAnswer>> {
    try await decision {
      let declared = try declaredScenario(request.scenario)
      return try await pipeline.perform(
        ProveScenario(declared: declared, tokens: tokens),
        ActionCall(
          caller: .session(session), request: request.payload,
          proof: UnverifiedProof(request.proof), idempotencyKey: idempotencyKey)
      ).get()
    }
  }
}
