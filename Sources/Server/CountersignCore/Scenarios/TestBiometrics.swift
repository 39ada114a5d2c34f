import WebAuthnModel
public import WireModel

/// What a test of a factor led to.
public struct BiometricTestOutcome: Sendable, Hashable {
  /// The answer.
  public let answer: BiometricTestAnswer
  /// Whether it is the first test's answer again.
  public let isReplayed: Bool
}

extension Service {
  /// Takes a proof and does nothing: the protected action of scenario TEST_BIOMETRICS.
  ///
  /// The proof is judged and used up like that of any other action. It neither counts towards the
  /// low-value limit nor starts it anew, and says nothing of the session.
  ///
  /// - Parameters:
  ///   - request: The proof.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who tests.
  /// - Returns: That the proof holds, or that a code was texted; or why it does not.
  /// - Throws: ``StoreError``; what became of the request is then asked by its proof or key.
  public func testBiometrics(
    _ request: BiometricTestRequest, idempotencyKey: IdempotencyKey?,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<BiometricTestOutcome>> {
    try await decision {
      let now = clock.now()
      let draft = TestDraft(
        idempotencyKey: idempotencyKey, session: session,
        operationID: OperationID.new("op_", at: now, random),
        bodyHash: BodyHash.of("testBiometrics", []), now: now)
      // What was answered before costs no attempt at a PIN.
      let earlier = try await store.read {
        try Operations.earlier(
          idempotencyKey, of: session.accountID, bodyHash: draft.bodyHash, in: $0)
      }
      if earlier != nil { return .done(Self.replayed) }
      let proof = try await judge(request.proof, for: .testBiometrics, session: session)
      let outcome = try await noting("test_refused", proof.kind, of: session) {
        try await command { try test(draft, proof, in: $0) }.get()
      }
      if case .otpRequired = outcome { outboxBell.ring() }
      return outcome
    }
  }

  /// Decides in one transaction; all that can refuse comes before the first write but one: a right
  /// PIN clears its count even where the test is refused then.
  private func test(
    _ draft: TestDraft, _ proof: ActionProof, in transaction: any WriteTransaction
  ) throws -> ActionOutcome<BiometricTestOutcome> {
    let account = draft.session.accountID
    guard try Self.isOpen(draft.session, in: transaction) else { throw Refusal.noSession }
    if let attempt = proof.pinAttempt { try clear(attempt, in: transaction) }
    let earlier = try Operations.earlier(
      draft.idempotencyKey, of: account, bodyHash: draft.bodyHash, in: transaction)
    if earlier != nil { return .done(Self.replayed) }
    let otpRequired = try useCodes(
      of: proof, for: .withoutTransaction(.testBiometrics), session: draft.session, at: draft.now,
      in: transaction)
    if let otpRequired { return .otpRequired(otpRequired) }
    if case .key(let key) = proof {
      let spent = try spentState(of: key, in: transaction)
      // The scenario is in the challenge: what acted before was this test.
      if case .acted = spent { return .done(Self.replayed) }
      try requireTimely(key, in: transaction)
      try useCredential(of: key, spent, at: draft.now, in: transaction)
      try spend(key, on: (draft.operationID, draft.bodyHash), at: draft.now, in: transaction)
    }
    try Operations.insert(
      NewOperation(
        id: draft.operationID, accountID: account, scenario: .testBiometrics,
        idempotencyKey: draft.idempotencyKey, challengeID: proof.challengeID,
        bodyHash: draft.bodyHash, proofKind: proof.kind.rawValue, at: draft.now),
      in: transaction)
    var details: JSONObject = [
      "operation": .string(draft.operationID.text), "proof": .string(proof.kind.rawValue),
      "session": .string(draft.session.id.text),
    ]
    details["second"] = proof.secondCode.map { .string($0) }
    try audit.append(
      AuditEvent("biometrics_tested", subject: account, details), at: draft.now, in: transaction)
    return .done(BiometricTestOutcome(answer: BiometricTestAnswer(), isReplayed: false))
  }

  private static let replayed = BiometricTestOutcome(
    answer: BiometricTestAnswer(), isReplayed: true)
}

/// A test that is about to be decided, with all that is drawn before the command.
private struct TestDraft: Sendable {
  let idempotencyKey: IdempotencyKey?
  let session: AuthenticatedSession
  let operationID: OperationID
  let bodyHash: [UInt8]
  let now: Timestamp
}
