import WebAuthnModel
public import WireModel

/// What a host's backend was given for a token.
public struct RedemptionOutcome: Sendable, Hashable {
  /// Who proved what, and when.
  public let answer: RedemptionAnswer
  /// Whether it is the first redemption's answer again, and nothing was used up.
  public let isReplayed: Bool
}

extension Service {
  /// Redeems a verification token for a protected action of the host's own: once, and for exactly
  /// the transaction that the person signed.
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
  ///   `unacceptable_value` for one that it does not know or a payload that none can have.
  /// - Throws: `StoreError`; the same request with the same idempotency key then tells.
  public func redeem(
    _ request: RedemptionRequest, idempotencyKey: IdempotencyKey?, host: AuthenticatedServiceKey
  ) async throws -> Decision<RedemptionOutcome> {
    try await decision {
      let now = clock.now()
      try requireRedeemable(request.scenario)
      let transaction = try hostTransaction(request.payload)
      let canonical = try canonicalBytes(of: transaction)
      guard
        let claimed = claimedProof(request.verificationToken, scenarios: [request.scenario])
      else {
        try await note(
          "redemption_refused", .verificationToken, .verificationFailed, subject: host.id.text,
          ["key": .string(host.id.text)])
        throw Refusal.verificationFailed
      }
      let draft = RedemptionDraft(
        transaction: transaction, proof: claimed.proof, session: claimed.sessionID,
        idempotencyKey: idempotencyKey?.of(host),
        operationID: OperationID.new("op_", at: now, random),
        bodyHash: BodyHash.of(
          "redeem",
          [.text(request.scenario.text), .blob(canonical), .blob(claimed.proof.challengeID)]),
        answer: claimed.answer, host: host, now: now)
      do {
        return try await command { try redeem(draft, in: $0) }.get()
      } catch let refusal as Refusal {
        try await note(
          "redemption_refused", .verificationToken, refusal,
          subject: claimed.proof.accountID.text, ["key": .string(host.id.text)])
        throw refusal
      }
    }
  }

  /// Decides in one transaction; all that can refuse comes before the first write.
  private func redeem(
    _ draft: RedemptionDraft, in transaction: any WriteTransaction
  ) throws -> RedemptionOutcome {
    let account = draft.proof.accountID
    let earlier = try Operations.earlier(
      ofHost: draft.idempotencyKey, bodyHash: draft.bodyHash, in: transaction)
    if let earlier {
      let answer = try Operations.answer(of: earlier, in: transaction)
      return RedemptionOutcome(answer: try RedemptionAnswer(json: answer), isReplayed: true)
    }
    let state = try requireUnspent(draft.proof, at: draft.now, in: transaction)
    guard try Self.isOpen(draft.session, of: account, in: transaction) else {
      throw Refusal.provingSessionOver
    }
    guard draft.proof.isLinked else { throw Refusal.verificationFailed }
    try requireLinked(draft.proof, to: draft.transaction)
    // What a host's own action is worth is not known here: it counts as high.
    if try isFreshlyRecovered(account, at: draft.now, in: transaction) {
      try requireRecoveredLimit(.max, of: account, in: transaction)
    }
    try useCredential(of: draft.proof, state, at: draft.now, in: transaction)
    try spend(
      draft.proof, on: (draft.operationID, draft.bodyHash), at: draft.now, in: transaction)
    try Operations.insert(
      NewOperation(
        id: draft.operationID, accountID: account, scenario: draft.proof.scenario,
        idempotencyKey: draft.idempotencyKey, challengeID: draft.proof.challengeID,
        bodyHash: draft.bodyHash, proofKind: draft.proof.kind.rawValue,
        evidence: evidence(of: draft.proof, state), answer: draft.answer.json, at: draft.now),
      in: transaction)
    let details: JSONObject = [
      "scenario": .string(draft.proof.scenario.text), "key": .string(draft.host.id.text),
      "operation": .string(draft.operationID.text), "session": .string(draft.session.text),
    ]
    try audit.append(
      AuditEvent("token_redeemed", subject: account, details), at: draft.now, in: transaction)
    return RedemptionOutcome(answer: draft.answer, isReplayed: false)
  }

  /// Refuses a scenario whose action is this server's own, and one that it does not know.
  private func requireRedeemable(_ scenario: ScenarioName) throws {
    guard policy.scenarios.ofHost.contains(scenario) else {
      if ScenarioName.ofServer.contains(scenario) {
        throw Refusal(
          .proofNotAllowed, "the action of \(scenario) is this server's own; send the token there")
      }
      throw Refusal(.unacceptableValue, "scenario: this server knows none by that name")
    }
  }

  /// Reads the payload of a host's own scenario.
  func hostTransaction(_ payload: JSONValue) throws -> HostTransaction {
    do {
      return try HostTransaction(json: payload)
    } catch {
      throw Refusal(.unacceptableValue, "payload: \(error)")
    }
  }
}

/// A redemption that is about to be decided, with all that is drawn before the command.
private struct RedemptionDraft: Sendable {
  let transaction: HostTransaction
  let proof: KeyProof
  let session: SessionID
  let idempotencyKey: IdempotencyKey?
  let operationID: OperationID
  let bodyHash: [UInt8]
  let answer: RedemptionAnswer
  let host: AuthenticatedServiceKey
  let now: Timestamp
}

extension Refusal {
  /// The session in which a token was given is over: what it proved is void with it.
  static let provingSessionOver = Refusal(
    .verificationFailed, "the session in which this was proved is over; let the person prove again"
  ).concerningSecret()
}
