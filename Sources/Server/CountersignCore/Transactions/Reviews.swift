import WebAuthnModel
public import WireModel

/// Transactions that a host puts before a person: made, shown, approved, denied.
public final class Reviews: Sendable {
  let commands: Commands
  let hostEvents: HostEvents
  private let audit: AuditTrail
  private let changeBell: ChangeBell
  let pipeline: ActionPipeline
  private let policy: ServicePolicy
  let sessions: Sessions

  init(
    commands: Commands, hostEvents: HostEvents, audit: AuditTrail, changeBell: ChangeBell,
    pipeline: ActionPipeline, policy: ServicePolicy, sessions: Sessions
  ) {
    self.commands = commands
    self.hostEvents = hostEvents
    self.audit = audit
    self.changeBell = changeBell
    self.pipeline = pipeline
    self.policy = policy
    self.sessions = sessions
  }

  /// Puts a transaction before a person to review, for a host's backend.
  ///
  /// The same idempotency key with the same body again gives the transaction that it made, as it
  /// stands now.
  ///
  /// - Parameters:
  ///   - request: Who is to review what, and for how long.
  ///   - idempotencyKey: The host's name for this transaction, where it gave one.
  ///   - host: Who asks.
  /// - Returns: The transaction, or why there is none: `not_found` for an unknown name,
  ///   `too_many_pending`, `unacceptable_value`, or `already_used` for the key of another body.
  /// - Throws: `StoreError`.
  public func create(
    _ request: NewTransactionRequest, idempotencyKey: IdempotencyKey?,
    host: AuthenticatedServiceKey
  ) async throws -> Decision<ActionResponse<TransactionAnswer>> {
    try await decision {
      let now = commands.now()
      let userName = try EmailAddress(request.userName).text
      let review = try reviewTransaction(
        request, ReviewID.new("trn_", at: now, commands.random), at: now)
      let bodyHash = bodyHash(of: request, userName: userName)
      let outcome = try await commands.run {
        [self]
        transaction -> (ActionResponse<TransactionAnswer>, AccountID) in
        let account = try transaction.row(
          "SELECT id FROM accounts WHERE user_name = ?", [.text(userName)])
        guard let account = try account.map({ AccountID(try $0.text(0)) }) else {
          throw Refusal(.notFound, "no account has that userName")
        }
        let draft = ReviewDraft(
          transaction: review.transaction, accountID: account, expiresAt: review.expiresAt,
          idempotencyKey: idempotencyKey?.of(host), bodyHash: bodyHash, now: now)
        if let first = try earlierTransaction(draft, in: transaction) {
          return (ActionResponse(answer: first.answer(at: now), isReplayed: true), account)
        }
        try requireRoom(for: draft, in: transaction)
        try ReviewRecords.insert(draft, in: transaction)
        let details: JSONObject = [
          "transaction": .string(review.transaction.transactionID),
          "amount": .integer(request.amount), "currency": .string(request.currency),
          "key": .string(host.id.text),
        ]
        try audit.append(
          AuditEvent("transaction_created", subject: account, details), at: now, in: transaction)
        let answer = TransactionAnswer(
          transaction: review.transaction, status: .pending, decidedAt: nil)
        try hostEvents.put(.created, answer, of: account, at: now, in: transaction)
        return (ActionResponse(answer: answer, isReplayed: false), account)
      }.get()
      changeBell.ring(.transactions(of: outcome.1))
      commands.outboxBell.ring()
      return outcome.0
    }
  }

  /// What is to be reviewed, with every value judged that a screen will show.
  private func reviewTransaction(
    _ request: NewTransactionRequest, _ id: ReviewID, at now: Timestamp
  ) throws -> (transaction: ReviewTransaction, expiresAt: Timestamp) {
    guard request.currency.utf8.count == 3, request.currency.utf8.allSatisfy({ 0x41...0x5a ~= $0 })
    else { throw Refusal(.unacceptableValue, "currency must be three letters, as in EUR") }
    guard (1...140).contains(request.payee.count), request.payee.utf8.count <= 560,
      request.payee.contains(where: { !$0.isWhitespace })
    else { throw Refusal(.unacceptableValue, "payee must be 1 to 140 characters") }
    if let digits = request.lastFourPAN {
      guard digits.utf8.count == 4, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw Refusal(.unacceptableValue, "lastFourPAN must be four digits")
      }
    }
    let seconds = request.expiresIn ?? policy.transactionSeconds
    guard Self.expirySeconds.contains(seconds) else {
      throw Refusal(
        .unacceptableValue,
        "expiresIn must be from \(Self.expirySeconds.lowerBound) to "
          + "\(Self.expirySeconds.upperBound) seconds")
    }
    // Of whole seconds, so that what is judged is exactly what is shown and signed.
    let wholeSecond = Timestamp(milliseconds: now.milliseconds - now.milliseconds % 1000)
    let expiresAt = wholeSecond.adding(seconds: seconds)
    let review = ReviewTransaction(
      transactionID: id.text, amount: request.amount, currency: request.currency,
      payee: request.payee, lastFourPAN: request.lastFourPAN, createdAt: now.rfc3339,
      expiresAt: expiresAt.rfc3339)
    // Refused here, where the host can mend it, what no screen could show truthfully.
    _ = try review.showableBytes()
    return (review, expiresAt)
  }

  private func bodyHash(of request: NewTransactionRequest, userName: String) -> [UInt8] {
    BodyHash.of(
      "createTransaction",
      [
        .text(userName), .integer(request.amount), .text(request.currency), .text(request.payee),
        SQLValue(request.lastFourPAN), SQLValue(request.expiresIn),
      ])
  }

  /// The transaction that this key of the host's led to before, whoever was to review it: a host
  /// has one name for one transaction, and not one for each account.
  private func earlierTransaction(
    _ draft: ReviewDraft, in transaction: any ReadTransaction
  ) throws -> ReviewRecord? {
    guard let key = draft.idempotencyKey else { return nil }
    // Before the fifth schema one key could name a transaction of each account.
    let row = try transaction.row(
      """
      SELECT id, body_hash FROM transactions WHERE idempotency_key = ?
      ORDER BY CASE account_id WHEN ? THEN 0 ELSE 1 END LIMIT 1
      """, [.text(key.text), .text(draft.accountID.text)])
    guard let row else { return nil }
    guard try row.blob(1) == draft.bodyHash else { throw Refusal.alreadyUsed }
    return try ReviewRecords.find(ReviewID(try row.text(0)), in: transaction)
  }

  /// A person who is asked too often confirms without reading.
  private func requireRoom(
    for draft: ReviewDraft, in transaction: any ReadTransaction
  ) throws {
    let pending = try ReviewRecords.pending(
      of: draft.accountID, at: draft.now, in: transaction)
    guard let first = pending.first, pending.count >= policy.pendingTransactions else { return }
    throw Refusal(
      .tooManyPending, "\(pending.count) transactions wait for this person; let them decide first"
    ).retry(afterMilliseconds: first.expiresAt.milliseconds(since: draft.now))
  }

  private static let expirySeconds: ClosedRange<Int64> = 30...86_400

  /// Denies a transaction under review; needs no proof, since it only keeps something from
  /// happening.
  ///
  /// Denying what was denied gives the same answer again.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who denies.
  /// - Returns: The denied transaction; `already_approved` or `transaction_expired` where it is not
  ///   to be denied any more.
  /// - Throws: `StoreError`.
  public func deny(
    _ id: ReviewID, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<TransactionAnswer>> {
    let now = commands.now()
    let operationID = StoredOperationID.new("op_", at: now, commands.random)
    let bodyHash = BodyHash.of("denyTransaction", [.text(id.text)])
    let decision = try await commands.run { [self] transaction in
      let account = session.accountID
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      let record = try ReviewRecords.find(id, of: account, in: transaction)
      let earlier = try Operations.earlier(
        idempotencyKey, of: account, bodyHash: bodyHash, in: transaction)
      if earlier != nil || record.decision == .denied {
        return ActionResponse(answer: record.answer(at: now), isReplayed: true)
      }
      try record.requirePending(at: now)
      try Operations.insert(
        NewOperation(
          id: operationID, accountID: account, scenario: .authorizeTransaction,
          idempotencyKey: idempotencyKey, bodyHash: bodyHash, proofKind: Self.noProof,
          transactionID: id.text, at: now), in: transaction)
      try ReviewRecords.decide(
        .denied, on: record, by: operationID, userInput: nil, at: now, in: transaction)
      let details: JSONObject = [
        "transaction": .string(id.text), "operation": .string(operationID.text),
        "session": .string(session.id.text),
      ]
      try audit.append(
        AuditEvent("transaction_denied", subject: account, details), at: now, in: transaction)
      let denied = try ReviewRecords.find(id, of: account, in: transaction).answer(at: now)
      try hostEvents.put(.denied, denied, of: account, at: now, in: transaction)
      return ActionResponse(answer: denied, isReplayed: false)
    }
    changeBell.ring(.transactions(of: session.accountID))
    commands.outboxBell.ring()
    return decision
  }

  /// What stands for the kind of proof where none was needed.
  private static let noProof = "none"

  /// The account's transactions: those to be decided first, in the order of their time; then at
  /// most 100 others, newest first.
  ///
  /// - Parameters:
  ///   - status: Only those that have come so far; nil for all.
  ///   - session: Whose.
  /// - Returns: The list.
  /// - Throws: `StoreError`.
  public func list(
    status: TransactionStatus?, session: AuthenticatedSession
  ) async throws -> TransactionList {
    let now = commands.now()
    let records = try await commands.read {
      try status == .pending
        ? ReviewRecords.pending(of: session.accountID, at: now, in: $0)
        : ReviewRecords.all(of: session.accountID, at: now, in: $0)
    }
    let answers = records.map { $0.answer(at: now) }
    return TransactionList(
      transactions: answers.filter { status == nil || $0.status == status })
  }

  /// A transaction of the account as it stands now.
  public func show(
    _ id: ReviewID, session: AuthenticatedSession
  ) async throws -> Decision<TransactionAnswer> {
    try await decision {
      let now = commands.now()
      return try await commands.read {
        try ReviewRecords.find(id, of: session.accountID, in: $0).answer(at: now)
      }
    }
  }

  /// A transaction as it stands now, for a host's backend.
  public func show(
    _ id: ReviewID, host: AuthenticatedServiceKey
  ) async throws -> Decision<TransactionAnswer> {
    let now = commands.now()
    let record = try await commands.read { try ReviewRecords.find(id, in: $0) }
    guard let record else {
      return .failure(Refusal(.notFound, "no transaction has that id"))
    }
    return .success(record.answer(at: now))
  }

  /// On what terms a transaction is approved now.
  public var approvalTerms: ApprovalTerms {
    ApprovalTerms(
      time: commands.now(), currency: policy.currency, lowValueLimit: policy.lowValueLimit,
      policy: policy.scenarios[.authorizeTransaction] ?? .authorizeTransaction)
  }
}

/// A transaction that is about to be put before a person.
struct ReviewDraft: Sendable {
  let transaction: ReviewTransaction
  let accountID: AccountID
  let expiresAt: Timestamp
  let idempotencyKey: IdempotencyKey?
  let bodyHash: [UInt8]
  let now: Timestamp
}

/// What a screen has to know before it asks for a proof that approves a transaction.
public struct ApprovalTerms: Sendable, Hashable {
  /// The server's time: what is left until a transaction's end is counted from it.
  public let time: Timestamp
  /// The currency in which an amount can be low.
  public let currency: String
  /// The amount up to which a PIN or codes approve.
  public let lowValueLimit: Int64
  /// Which proofs the scenario takes.
  public let policy: ScenarioPolicy
}
