import WebAuthnModel
public import WireModel

extension Service {
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
  public func createTransaction(
    _ request: NewTransactionRequest, idempotencyKey: IdempotencyKey?,
    host: AuthenticatedServiceKey
  ) async throws -> Decision<ActionResponse<TransactionAnswer>> {
    try await decision {
      let now = clock.now()
      let userName = try EmailAddress(request.userName).text
      let review = try reviewTransaction(
        request, ReviewID.new("trn_", at: now, random), at: now)
      let bodyHash = bodyHash(of: request, userName: userName)
      let outcome = try await command {
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
        try tellHost(.created, answer, of: account, at: now, in: transaction)
        return (ActionResponse(answer: answer, isReplayed: false), account)
      }.get()
      changeBell.ring(.transactions(of: outcome.1))
      outboxBell.ring()
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
