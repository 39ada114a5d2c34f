import WebAuthnModel
import WireModel

/// What the command of a top-up did.
enum TopUpExecution: Sendable {
  /// The operation was there already; nothing was executed.
  case replayed(TopUpAnswer)
  /// Nothing was executed: the second code was texted.
  case otpRequired(OTPRequired)
  /// The money was taken; the supplier is to be asked.
  case executed(BookedTopUp)
}

/// What of a top-up cashback pays, and what it earns when it completes.
struct TopUpParts: Sendable {
  let fromCashback: Int64
  let earnedCashback: Int64
}

extension Service {
  /// Decides a top-up and executes it: the one transaction in which money leaves a wallet.
  ///
  /// All that can refuse comes before the first write but one: a right PIN clears its count even
  /// where the action is refused then.
  func execute(
    _ draft: TopUpDraft, _ proof: ActionProof, in transaction: any WriteTransaction
  ) throws -> TopUpExecution {
    let account = draft.session.accountID
    guard try Self.isOpen(draft.session, in: transaction) else { throw Refusal.noSession }
    if let attempt = proof.pinAttempt { try clear(attempt, in: transaction) }
    let bodyHash = try bodyHash(of: draft.payload)
    let earlier = try Operations.earlier(
      draft.idempotencyKey, of: account, bodyHash: bodyHash, in: transaction)
    if let first = earlier {
      return .replayed(try topUpAnswer(first, of: account, in: transaction))
    }
    var spent = SpentState.unused
    switch proof {
    case .key(let key):
      spent = try spentState(of: key, in: transaction)
      if case .acted(let first, let firstHash) = spent {
        guard firstHash == bodyHash else { throw Refusal.alreadyUsed }
        return .replayed(try topUpAnswer(first, of: account, in: transaction))
      }
      try requireTimely(key, in: transaction)
    case .pin, .codes: try requireNoDuplicate(draft, bodyHash: bodyHash, in: transaction)
    }
    // Only now: what was bought once is answered as it was, whatever the catalogue says today.
    let resolved = try resolve(draft.payload, in: transaction)
    let topUp = resolved.transaction
    if case .key(let key) = proof { try requireLinked(key, to: topUp) }
    if !proof.isLinked { try requireLowValue(topUp.amount, of: account, in: transaction) }
    let isRecovered = try isFreshlyRecovered(account, at: draft.now, in: transaction)
    if isRecovered { try requireRecoveredLimit(topUp.amount, of: account, in: transaction) }
    let fromCashback = try requireFunds(topUp, of: account, in: transaction)
    let otpRequired = try useCodes(
      of: proof, for: linkedAction(topUp), session: draft.session, at: draft.now,
      in: transaction)
    if let otpRequired { return .otpRequired(otpRequired) }
    if case .key(let key) = proof {
      try useCredential(of: key, spent, at: draft.now, in: transaction)
    }
    let parts = TopUpParts(
      fromCashback: fromCashback,
      earnedCashback: resolved.product.cashback(on: topUp.amount - fromCashback))
    var evidence: [UInt8]?
    if case .key(let key) = proof { evidence = self.evidence(of: key, spent) }
    try write(
      draft, topUp, parts, proof, evidence, bodyHash,
      startsAnew: proof.isLinked && !isRecovered, in: transaction)
    return .executed(
      BookedTopUp(
        order: supplyOrder(draft.transactionID, topUp), account: account,
        operation: draft.operationID, fromCashback: parts.fromCashback,
        earnedCashback: parts.earnedCashback, createdAt: draft.now))
  }

  /// Holds a linked proof against the transaction that it would execute.
  func requireLinked(_ proof: KeyProof, to executed: some LinkableTransaction) throws {
    guard proof.isLinked else { return }
    let binding = ChallengeIssuer.binding(
      scenario: proof.scenario, nonce: proof.nonce,
      canonicalTransaction: try canonicalBytes(of: executed))
    guard binding == proof.binding else {
      throw Refusal(
        .transactionMismatch,
        "the proof is for another transaction; ask for options with this payload and sign again")
    }
  }

  /// The part of the amount that cashback pays.
  private func requireFunds(
    _ topUp: TopUpTransaction, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Int64 {
    let cashback =
      topUp.useCashback ? try Ledger.balance(of: .cashback(account), in: transaction) : 0
    let fromCashback = min(cashback, topUp.amount)
    let balance = try Ledger.balance(of: .wallet(account), in: transaction)
    guard balance >= topUp.amount - fromCashback else {
      throw Refusal(.insufficientFunds, "the wallet does not hold the amount; add money to it")
    }
    return fromCashback
  }

  private func write(
    _ draft: TopUpDraft, _ topUp: TopUpTransaction, _ parts: TopUpParts, _ proof: ActionProof,
    _ evidence: [UInt8]?, _ bodyHash: [UInt8], startsAnew: Bool,
    in transaction: any WriteTransaction
  ) throws {
    let account = draft.session.accountID
    let id = draft.transactionID
    try Ledger.book(
      [
        Ledger.Line(account: .wallet(account), amount: parts.fromCashback - topUp.amount),
        Ledger.Line(account: .cashback(account), amount: -parts.fromCashback),
        Ledger.Line(account: .topUpsInFlight, amount: topUp.amount),
      ], transfer: "\(id.text):debit", at: draft.now, in: transaction)
    try insert(topUp, id, of: account, parts, at: draft.now, in: transaction)
    if case .key(let key) = proof {
      try spend(key, on: (draft.operationID, bodyHash), at: draft.now, in: transaction)
    }
    try Operations.insert(
      NewOperation(
        id: draft.operationID, accountID: account, scenario: .topUp,
        idempotencyKey: draft.idempotencyKey, challengeID: proof.challengeID, bodyHash: bodyHash,
        proofKind: proof.kind.rawValue, transactionID: id.text, evidence: evidence, at: draft.now),
      in: transaction)
    try countLowValue(topUp.amount, isLinked: startsAnew, of: account, in: transaction)
    let details: JSONObject = [
      "transaction": .string(id.text), "operation": .string(draft.operationID.text),
      "proof": .string(proof.kind.rawValue), "linked": .bool(proof.isLinked),
      "amount": .integer(topUp.amount),
    ]
    try audit.append(
      AuditEvent("topup_executed", subject: account, details), at: draft.now, in: transaction)
    try Outbox.put(
      supply: id, leased: draft.lease,
      until: draft.now.adding(seconds: policy.supply.pace.leaseSeconds), in: transaction)
  }
}
