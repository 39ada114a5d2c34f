import WebAuthnModel
public import WireModel

/// Buys airtime: the protected action of scenario TOP_UP.
///
/// The debit, the transaction record and the supplier's order commit with the spent proof; then the
/// request asks the supplier once.
package struct TopUp: ProtectedAction {
  package let name = "topUp"
  package let event = "topup_executed"
  package let scenario = ScenarioName.topUp
  package let hasOwnJob = true
  let service: Service

  package func terms(in policy: ServicePolicy) -> ActionTerms {
    ActionTerms(kinds: policy.scenarios.kinds(of: scenario))
  }

  /// The hash of the payload as it was given: neither the spelling of the JSON nor today's
  /// catalogue changes anything of it.
  package func bodyHash(of payload: TopUpPayload) throws -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/body/v1")
    form.append(utf8: scenario.text)
    form.append(payload.amount)
    form.append(utf8: payload.productCode)
    form.append(utf8: try RecipientPhone(payload.recipientPhone).text)
    // A supplier that is named differs from the one that would be chosen; an empty name is refused
    // before.
    form.append(utf8: payload.supplierSlug ?? "")
    form.append(payload.useCashback == true ? 1 : 0)
    return sha256(form.bytes)
  }

  package func prepare(
    _ payload: TopUpPayload, for caller: Caller
  ) async throws -> TransactionID {
    TransactionID.new("tx_", at: service.clock.now(), service.random)
  }

  package func document(
    for payload: TopUpPayload, in context: ReadingContext
  ) throws -> Documented<ResolvedTopUp> {
    let resolved = try service.resolve(payload, in: context.transaction)
    return Documented(try resolved.transaction.document(), resolved)
  }

  package func execute(
    _ payload: TopUpPayload, _ id: TransactionID, _ documented: Documented<ResolvedTopUp>,
    in context: ActionContext
  ) throws -> Execution {
    let topUp = documented.facts.transaction
    let account = context.account
    let fromCashback = try fromCashback(topUp, of: account, in: context.transaction)
    let parts = TopUpParts(
      fromCashback: fromCashback,
      earnedCashback: documented.facts.product.cashback(on: topUp.amount - fromCashback))
    try Ledger.book(
      [
        Ledger.Line(account: .wallet(account), amount: parts.fromCashback - topUp.amount),
        Ledger.Line(account: .cashback(account), amount: -parts.fromCashback),
        Ledger.Line(account: .topUpsInFlight, amount: topUp.amount),
      ], transfer: "\(id.text):debit", at: context.now, in: context.transaction)
    try service.insert(topUp, id, of: account, parts, at: context.now, in: context.transaction)
    try Outbox.put(
      supply: id, leased: context.lease,
      until: context.now.adding(seconds: service.policy.supply.pace.leaseSeconds),
      in: context.transaction)
    return Execution(
      record: id.text,
      details: ["transaction": .string(id.text), "amount": .integer(topUp.amount)])
  }

  package func result(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> TopUpAnswer {
    try service.topUpAnswer(operation.id, of: context.account, in: context.transaction)
  }

  package func duplicate(
    of bodyHash: [UInt8], since moment: Timestamp, in context: ReadingContext
  ) throws -> String? {
    try context.transaction.row(
      """
      SELECT t.id FROM topups t JOIN operations o ON o.transaction_id = t.id
      WHERE t.account_id = ? AND t.created_at > ? AND o.body_hash = ?
      ORDER BY t.created_at DESC LIMIT 1
      """,
      [.text(context.account.text), .integer(moment.milliseconds), .blob(bodyHash)])?.text(0)
  }

  package func runOwnJob(
    of operation: StoredOperation, for context: JobContext
  ) async throws -> TopUpAnswer {
    let id = TransactionID(try operation.requireRecord())
    let topUp = try await service.store.read { try BookedTopUp(id, in: $0) }
    return try await service.supply(
      topUp, JobLease(job: Outbox.supplyID(id), token: context.lease, attempts: 1))
  }

  /// The part of the amount that cashback pays.
  private func fromCashback(
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
}

/// What of a top-up cashback pays, and what it earns when it completes.
struct TopUpParts: Sendable {
  let fromCashback: Int64
  let earnedCashback: Int64
}

extension Service {
  /// Buys airtime.
  ///
  /// The same proof or idempotency key with the same body again gives the first operation as it
  /// stands now.
  ///
  /// - Parameters:
  ///   - request: The payload and the proof.
  ///   - idempotencyKey: The caller's name for this operation, where it gave one.
  ///   - session: Who asks.
  /// - Returns: The answer and whether it is the first one again, or that a code was texted; or why
  ///   nothing was bought.
  /// - Throws: ``StoreError``; what became of the request is then asked by its proof or key.
  public func topUp(
    _ request: TopUpRequest, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<TopUpAnswer>> {
    try await pipeline.perform(
      TopUp(service: self),
      ActionCall(
        caller: .session(session), request: request.payload, proof: .proof(request.proof),
        idempotencyKey: idempotencyKey))
  }
}
