import WebAuthnModel
public import WireModel

extension Service {
  /// Approves a transaction under review: the protected action of scenario AUTHORIZE_TRANSACTION.
  ///
  /// The decision, the spent row, the operation and the audit row commit together. The same proof
  /// or idempotency key with the same body again gives the first decision as it stands now.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - request: The proof, and what the person said beside it.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who approves.
  /// - Returns: The approved transaction, or that a code was texted; or why nothing was approved.
  /// - Throws: `StoreError`; what became of the request is then asked by its proof or key.
  public func approveTransaction(
    _ id: ReviewID, _ request: ApprovalRequest, idempotencyKey: IdempotencyKey?,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<TransactionOutcome>> {
    try await decision {
      let now = clock.now()
      let userInput = try Self.showable(request.userInput)
      let draft = ApprovalDraft(
        reviewID: id, userInput: userInput, idempotencyKey: idempotencyKey, session: session,
        operationID: OperationID.new("op_", at: now, random),
        bodyHash: BodyHash.of("approveTransaction", [.text(id.text), SQLValue(userInput)]),
        now: now)
      // What was answered before costs no attempt at a PIN.
      if let first = try await store.read({ try settled(draft, request.proof, in: $0) }) {
        return .done(first)
      }
      let proof = try await judge(request.proof, for: .authorizeTransaction, session: session)
      let outcome = try await noting("approval_refused", proof.kind, of: session) {
        try await command { try approve(draft, proof, in: $0) }.get()
      }
      if case .otpRequired = outcome { outboxBell.ring() }
      changeBell.ring(.transactions(of: session.accountID))
      outboxBell.ring()
      return outcome
    }
  }

  /// The answer to a key that was used before; nil where the proof is to be judged.
  ///
  /// A proof by a key may have been the one that approved: whether it was is decided with it.
  private func settled(
    _ draft: ApprovalDraft, _ proof: Proof, in transaction: any ReadTransaction
  ) throws -> TransactionOutcome? {
    let account = draft.session.accountID
    let record = try ReviewRecords.find(draft.reviewID, of: account, in: transaction)
    let earlier = try Operations.earlier(
      draft.idempotencyKey, of: account, bodyHash: draft.bodyHash, in: transaction)
    if earlier != nil {
      return TransactionOutcome(answer: record.answer(at: draft.now), isReplayed: true)
    }
    if [.pin, .validateCode].contains(proof.kind) { try record.requirePending(at: draft.now) }
    return nil
  }

  /// Decides in one transaction; all that can refuse comes before the first write but one: a right
  /// PIN clears its count even where the approval is refused then.
  private func approve(
    _ draft: ApprovalDraft, _ proof: ActionProof, in transaction: any WriteTransaction
  ) throws -> ActionOutcome<TransactionOutcome> {
    let account = draft.session.accountID
    guard try Self.isOpen(draft.session, in: transaction) else { throw Refusal.noSession }
    if let attempt = proof.pinAttempt { try clear(attempt, in: transaction) }
    let record = try ReviewRecords.find(draft.reviewID, of: account, in: transaction)
    let replay = ActionOutcome.done(
      TransactionOutcome(answer: record.answer(at: draft.now), isReplayed: true))
    let earlier = try Operations.earlier(
      draft.idempotencyKey, of: account, bodyHash: draft.bodyHash, in: transaction)
    if earlier != nil { return replay }
    var spent = SpentState.unused
    if case .key(let key) = proof {
      spent = try spentState(of: key, in: transaction)
      if case .acted(_, let firstHash) = spent {
        guard firstHash == draft.bodyHash else { throw Refusal.alreadyUsed }
        return replay
      }
      try requireTimely(key, in: transaction)
    }
    try record.requirePending(at: draft.now)
    try requireStrength(proof, for: record, in: transaction)
    // What another currency's amount is worth is not known here: it counts as high.
    let isOwn = record.transaction.currency == policy.currency
    let isRecovered = try isFreshlyRecovered(account, at: draft.now, in: transaction)
    if isRecovered {
      try requireRecoveredLimit(
        isOwn ? record.transaction.amount : .max, of: account, in: transaction)
    }
    let otpRequired = try useCodes(
      of: proof, for: linkedAction(record.transaction), session: draft.session, at: draft.now,
      in: transaction)
    if let otpRequired { return .otpRequired(otpRequired) }
    var evidence: [UInt8]?
    if case .key(let key) = proof {
      try useCredential(of: key, spent, at: draft.now, in: transaction)
      evidence = self.evidence(of: key, spent)
      try spend(
        key, on: (draft.operationID, draft.bodyHash), at: draft.now, in: transaction)
    }
    try write(draft, record, proof, evidence, in: transaction)
    try countLowValue(
      record.transaction.amount, isLinked: proof.isLinked && !isRecovered, of: account,
      in: transaction)
    let approved = try ReviewRecords.find(draft.reviewID, of: account, in: transaction)
      .answer(at: draft.now)
    try tellHost(.approved, approved, of: account, at: draft.now, in: transaction)
    return .done(TransactionOutcome(answer: approved, isReplayed: false))
  }

  /// Holds the proof against the transaction: linked to exactly this one, or a PIN or codes for an
  /// amount that is low in the deployment's own currency.
  private func requireStrength(
    _ proof: ActionProof, for record: ReviewRecord, in transaction: any ReadTransaction
  ) throws {
    switch proof {
    case .key(let key):
      guard key.isLinked else { throw Refusal.reviewLinkingRequired }
      try requireLinked(key, to: record.transaction)
    case .pin, .codes:
      guard record.transaction.currency == policy.currency else {
        throw Refusal.reviewLinkingRequired
      }
      try requireLowValue(record.transaction.amount, of: record.accountID, in: transaction)
    }
  }

  private func write(
    _ draft: ApprovalDraft, _ record: ReviewRecord, _ proof: ActionProof, _ evidence: [UInt8]?,
    in transaction: any WriteTransaction
  ) throws {
    let account = record.accountID
    try Operations.insert(
      NewOperation(
        id: draft.operationID, accountID: account, scenario: .authorizeTransaction,
        idempotencyKey: draft.idempotencyKey, challengeID: proof.challengeID,
        bodyHash: draft.bodyHash, proofKind: proof.kind.rawValue,
        transactionID: draft.reviewID.text, evidence: evidence, at: draft.now), in: transaction)
    try ReviewRecords.decide(
      .approved, on: record, by: draft.operationID, userInput: draft.userInput, at: draft.now,
      in: transaction)
    var details: JSONObject = [
      "transaction": .string(draft.reviewID.text),
      "operation": .string(draft.operationID.text), "proof": .string(proof.kind.rawValue),
      "linked": .bool(proof.isLinked), "amount": .integer(record.transaction.amount),
      "session": .string(draft.session.id.text),
    ]
    details["second"] = proof.secondCode.map { .string($0) }
    try audit.append(
      AuditEvent("transaction_approved", subject: account, details), at: draft.now,
      in: transaction)
  }

  /// What a person said, where a screen can show it to whoever asks later.
  private static func showable(_ userInput: String?) throws -> String? {
    guard let userInput else { return nil }
    guard UserInputRule.fault(of: userInput) == nil else {
      throw Refusal(
        .unacceptableValue, "userInput must be at most 256 characters that a screen can show")
    }
    return userInput
  }
}

/// An approval that is about to be decided, with all that is drawn before the command.
private struct ApprovalDraft: Sendable {
  let reviewID: ReviewID
  let userInput: String?
  let idempotencyKey: IdempotencyKey?
  let session: AuthenticatedSession
  let operationID: OperationID
  let bodyHash: [UInt8]
  let now: Timestamp
}

extension Refusal {
  /// The transaction takes a proof that is linked to it.
  static let reviewLinkingRequired = Refusal(
    .linkingRequired,
    "ask for options for AUTHORIZE_TRANSACTION with this transaction, and sign that challenge")
}
