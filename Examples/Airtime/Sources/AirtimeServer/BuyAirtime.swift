import AirtimeModel
import CountersignServer

/// Buys airtime: the protected action of scenario TOP_UP.
///
/// The debit, the transaction record and the supplier's order commit with the spent proof; then the
/// request asks the supplier once.
struct BuyAirtime: ProtectedAction {
  let name = "topUp"
  let event = "topup_executed"
  let scenario = ScenarioName.topUp
  /// False where nobody sends airtime.
  let sells: Bool
  /// ISO 4217 code of the one currency.
  let currency: String

  func terms(in policy: ServicePolicy) -> ActionTerms {
    ActionTerms(kinds: policy.scenarios.kinds(of: scenario))
  }

  /// The hash of the payload as it was given: neither the spelling of the JSON nor today's
  /// catalogue changes anything of it.
  func bodyHash(of payload: TopUpPayload) throws -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/body/v1")
    form.append(utf8: scenario.text)
    form.append(payload.amount)
    form.append(utf8: payload.productCode)
    form.append(utf8: try RecipientPhone(payload.recipientPhone).text)
    // The named supplier differs from the chosen one; an empty name is refused before.
    form.append(utf8: payload.supplierSlug ?? "")
    form.append(payload.useCashback == true ? 1 : 0)
    return BodyHash.of(form)
  }

  func prepare(
    _ payload: TopUpPayload, in context: PreparingContext
  ) async throws -> TransactionID {
    TransactionID.new("tx_", at: context.now, context.random)
  }

  func document(
    for payload: TopUpPayload, in context: ReadingContext
  ) throws -> Documented<ResolvedTopUp> {
    let resolved = try resolve(payload, in: context.transaction)
    // Nobody is asked to prove what the wallet does not cover; the execution looks again.
    _ = try payment(of: resolved.transaction, of: context.account, in: context.transaction)
    return Documented(try resolved.document(in: context), resolved)
  }

  func reads(of payload: TopUpPayload, for caller: Caller) -> ActionReads {
    var reads = ActionReads(
      document: [
        Product.query(of: payload.productCode), Ledger.query(of: .wallet(caller.account)),
      ])
    if payload.useCashback == true {
      reads.document.append(Ledger.query(of: .cashback(caller.account)))
    }
    return reads
  }

  func execute(
    _ payload: TopUpPayload, _ id: TransactionID, _ documented: Documented<ResolvedTopUp>,
    in context: ActionContext
  ) throws -> Execution {
    let topUp = documented.facts.transaction
    let account = context.account
    let (fromCashback, balance) = try payment(of: topUp, of: account, in: context.transaction)
    let fromWallet = topUp.amount - fromCashback
    let parts = TopUpParts(
      fromCashback: fromCashback,
      earnedCashback: documented.facts.product.cashback(on: fromWallet))
    try Ledger.book(
      [
        Ledger.Line(account: .wallet(account), amount: parts.fromCashback - topUp.amount),
        Ledger.Line(account: .cashback(account), amount: -parts.fromCashback),
        Ledger.Line(account: .topUpsInFlight, amount: topUp.amount),
      ], transfer: "\(id.text):debit", at: context.now, in: context.transaction)
    try TopUps.insert(topUp, id, parts, in: context)
    var execution = Execution(
      record: id.text,
      answer: StoredTopUp(
        answer: TopUpAnswer(
          transactionID: id.text, status: .pending, amount: topUp.amount,
          balance: balance - fromWallet, timestamp: context.now.rfc3339),
        fromWallet: fromWallet
      ).json,
      details: ["transaction": .string(id.text), "amount": .integer(topUp.amount)])
    execution.job = SupplyJobs.job(of: id, from: topUp.supplierSlug)
    return execution
  }

  /// The status that the supplier's answer has left.
  func status(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> OperationStatus {
    switch try TopUps.status(of: operation, in: context) {
    case .completed: return .completed
    case .pending: return .pending
    case .failed: return .failed
    }
  }

  /// The answer, with the balance that the purchase has left: one that failed gave back what it had
  /// taken.
  func result(of operation: StoredOperation) throws -> TopUpAnswer {
    let stored = try StoredTopUp(json: operation.requireAnswer())
    var answer = stored.answer
    switch operation.status {
    case .completed: answer.status = .completed
    case .pending: answer.status = .pending
    case .failed:
      answer.status = .failed
      answer.balance += stored.fromWallet
    }
    return answer
  }

  func duplicate(
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

  /// The part of the amount that cashback pays, and the wallet's balance before it pays the rest.
  private func payment(
    of topUp: TopUpTransaction, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> (fromCashback: Int64, balance: Int64) {
    let cashback =
      topUp.useCashback ? try Ledger.balance(of: .cashback(account), in: transaction) : 0
    let fromCashback = min(cashback, topUp.amount)
    let balance = try Ledger.balance(of: .wallet(account), in: transaction)
    guard balance >= topUp.amount - fromCashback else {
      throw Refusal(.insufficientFunds, "the wallet does not hold the amount; add money to it")
    }
    return (fromCashback, balance)
  }

  /// Makes the transaction of a payload: exactly what will be executed, with all that the payload
  /// left open filled in.
  ///
  /// The same payload gives the same transaction when it is shown, signed and executed, as long as
  /// the catalogue stays.
  func resolve(
    _ payload: TopUpPayload, in transaction: any ReadTransaction
  ) throws -> ResolvedTopUp {
    // Refused before anything is shown, signed or paid.
    guard sells else {
      throw Refusal(.supplierMissing, "no airtime is sold now; try again later")
    }
    let phone = try RecipientPhone(payload.recipientPhone)
    guard let row = try transaction.row(Product.query(of: payload.productCode)) else {
      throw Refusal.productUnknown
    }
    let product = try Product(row)
    guard let supplier = payload.supplierSlug ?? product.suppliers.first,
      product.suppliers.contains(supplier)
    else { throw Refusal.productUnknown }
    let (least, most) = (product.minimumAmount, product.maximumAmount)
    guard (least...most).contains(payload.amount) else {
      throw Refusal(
        .amountOutOfRange, "the amount must be from \(least) to \(most) for this product")
    }
    let topUp = TopUpTransaction(
      amount: payload.amount, currency: currency, payee: product.name,
      productCode: product.code, recipientPhone: phone.text, supplierSlug: supplier,
      useCashback: payload.useCashback ?? false)
    return ResolvedTopUp(transaction: topUp, product: product)
  }
}

extension BuyAirtime: ScenarioAction {
  func request(of payload: JSONValue) throws -> TopUpPayload {
    try TopUpPayload(payload: payload)
  }

  func json(of result: TopUpAnswer) -> JSONValue? { result.json }
}

/// The answer of a purchase as it is stored: before its supplier has answered.
private struct StoredTopUp: JSONBody, Hashable {
  var answer: TopUpAnswer
  /// The part of the amount that goes back to the wallet where the supplier refuses.
  var fromWallet: Int64
}

/// The part of a top-up that cashback pays, and the cashback that it earns.
struct TopUpParts: Sendable {
  let fromCashback: Int64
  let earnedCashback: Int64
}

/// A top-up with all that its payload left open filled in.
struct ResolvedTopUp: Sendable {
  /// The transaction that will be executed.
  let transaction: TopUpTransaction
  /// The product that is bought.
  let product: Product
}

extension Refusal {
  /// No such product, or not from this supplier.
  static let productUnknown = Refusal(
    .productUnknown, "there is no such product from that supplier")
}

extension ResolvedTopUp {
  /// The top-up as it is shown and signed, in minor units: the wire of this action, and its
  /// ledger, count whole ones.
  fileprivate func document(in context: ReadingContext) throws -> ActionDocument {
    let currency = try Currency(transaction.currency)
    let units = Money.minorUnits(
      ofDecimal: String(transaction.amount), exponent: currency.exponent)
    guard let units else {
      throw Refusal(.amountOutOfRange, "the amount is larger than can be paid at once")
    }
    let money = Money(units, currency.code, exponent: currency.exponent)
    var fields: [(DocumentTexts.Name, Document.Value)] = [
      (.amount, .money(money)), (.payee, .payee(transaction.payee)),
      (AirtimeShop.recipientPhone, .text(transaction.recipientPhone)),
    ]
    if transaction.useCashback { fields.append((AirtimeShop.useCashback, .flag(true))) }
    // The payee names the product. Its code and the supplier's are identifiers, small and last.
    fields += [
      (AirtimeShop.productCode, .reference(transaction.productCode)),
      (AirtimeShop.supplierSlug, .reference(transaction.supplierSlug)),
    ]
    return try ActionDocument(
      context.document(AirtimeShop.title, fields), transaction: transaction.json,
      value: .amount(money))
  }
}

/// A telephone number that airtime can be sent to, as it was given: national (0 and 10 digits) or
/// international (+ and 7 to 15 digits, E.164).
struct RecipientPhone: Sendable, Hashable {
  let text: String

  init(_ typed: String) throws(Refusal) {
    let bytes = Array(typed.utf8)
    let isInternational = bytes.first == UInt8(ascii: "+")
    let digits = isInternational ? bytes.dropFirst() : bytes[...]
    let lengths = isInternational ? 7...15 : 11...11
    guard lengths.contains(digits.count),
      digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      (digits.first == UInt8(ascii: "0")) != isInternational
    else {
      throw Refusal(
        .phoneInvalid, "the phone number must be as in 08012345678 or +2348012345678")
    }
    text = typed
  }
}
