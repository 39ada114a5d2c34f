import AirtimeModel
import CountersignServer

/// Buys airtime: the protected action of scenario TOP_UP.
///
/// The debit, the transaction record and the supplier's order commit with the spent proof; then the
/// request asks the supplier once.
struct BuyAirtime: ProtectedAction {
  let name = "topUp"
  let scenario = ScenarioName.topUp
  /// False where nobody sends airtime.
  let sells: Bool
  /// ISO 4217 code of the one currency.
  let currency: String

  /// The product of the payload, and what the account has to pay it with.
  struct Facts: Sendable, Equatable {
    /// Nil where there is no such product.
    let product: Product?
    let wallet: Int64
    let cashback: Int64
  }

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: policy.scenarios.kinds(of: scenario))
  }

  /// The hash of the payload as it was given: neither the spelling of the JSON nor today's
  /// catalogue changes anything of it.
  func bodyHash(of payload: TopUpPayload) throws(Refusal) -> [UInt8] {
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
    _ payload: TopUpPayload, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> TransactionID { TransactionID.new("tx_", at: now, random) }

  func facts(
    of payload: TopUpPayload, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<Facts> {
    var statements = [
      Product.query(of: payload.productCode), Ledger.query(of: .wallet(caller.account)),
    ]
    if payload.useCashback == true {
      statements.append(Ledger.query(of: .cashback(caller.account)))
    }
    return FactsQuery(statements) { rows, _ in
      // An account that never moved has no row.
      Facts(
        product: try rows[0].first.map(Product.init),
        wallet: try rows[1].first?.integer(0) ?? 0,
        cashback: rows.count > 2 ? try rows[2].first?.integer(0) ?? 0 : 0)
    }
  }

  func document(
    for payload: TopUpPayload, _ facts: Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    let topUp = try resolve(payload, facts.product).transaction
    // Nobody is asked to prove what the wallet does not cover.
    _ = try fromCashback(of: topUp, facts)
    return try topUp.document(in: words)
  }

  func execute(
    _ payload: TopUpPayload, _ id: TransactionID, _ facts: Facts, in context: ActionContext
  ) throws -> Execution {
    let (topUp, product) = try resolve(payload, facts.product)
    let account = context.account
    let fromCashback = try fromCashback(of: topUp, facts)
    let fromWallet = topUp.amount - fromCashback
    let parts = TopUpParts(
      fromCashback: fromCashback, earnedCashback: product.cashback(on: fromWallet))
    try Ledger.book(
      [
        Ledger.Line(account: .wallet(account), amount: parts.fromCashback - topUp.amount),
        Ledger.Line(account: .cashback(account), amount: -parts.fromCashback),
        Ledger.Line(account: .topUpsInFlight, amount: topUp.amount),
      ], transfer: "\(id.text):debit", at: context.now, in: context.transaction)
    try TopUps.insert(topUp, id, parts, in: context)
    return Execution(
      "topup_executed", record: id.text,
      answer: StoredTopUp(
        answer: TopUpAnswer(
          transactionID: id.text, status: .pending, amount: topUp.amount,
          fromCashback: fromCashback > 0 ? fromCashback : nil,
          balance: facts.wallet - fromWallet, timestamp: context.now.rfc3339),
        fromWallet: fromWallet
      ).json,
      details: ["transaction": .string(id.text), "amount": .integer(topUp.amount)],
      job: SupplyJobs.job(of: id, from: topUp.supplierSlug))
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

  /// The part of the amount that cashback pays; the wallet pays the rest.
  private func fromCashback(
    of topUp: TopUpTransaction, _ facts: Facts
  ) throws(Refusal) -> Int64 {
    let fromCashback = min(facts.cashback, topUp.amount)
    guard facts.wallet >= topUp.amount - fromCashback else {
      throw Refusal(.insufficientFunds, "the wallet does not hold the amount; add money to it")
    }
    return fromCashback
  }

  /// Makes the transaction of a payload: exactly what will be executed, with all that the payload
  /// left open filled in.
  ///
  /// The same payload gives the same transaction when it is shown, signed and executed, as long as
  /// the catalogue stays.
  private func resolve(
    _ payload: TopUpPayload, _ product: Product?
  ) throws(Refusal) -> (transaction: TopUpTransaction, product: Product) {
    // Refused before anything is shown, signed or paid.
    guard sells else {
      throw Refusal(.supplierMissing, "no airtime is sold now; try again later")
    }
    let phone = try RecipientPhone(payload.recipientPhone)
    guard let product else { throw Refusal.productUnknown }
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
    return (topUp, product)
  }
}

extension BuyAirtime: ScenarioAction {
  func request(of payload: JSONValue) throws -> TopUpPayload {
    try TopUpPayload(payload: payload)
  }

  func json(of result: TopUpAnswer) -> JSONValue? { result.json }

  /// The status that the supplier's answer has left.
  func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationStatus {
    switch try TopUps.status(of: operation, in: transaction) {
    case .completed: return .completed
    case .pending: return .pending
    case .failed: return .failed
    }
  }
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

extension Refusal {
  /// No such product, or not from this supplier.
  static let productUnknown = Refusal(
    .productUnknown, "there is no such product from that supplier")
}

extension TopUpTransaction {
  /// The top-up as it is shown and signed, in minor units: the wire of this action, and its
  /// ledger, count whole ones.
  fileprivate func document(in words: DocumentWords) throws(Refusal) -> ActionDocument {
    let currency = try Currency(currency)
    let units = Money.minorUnits(ofDecimal: String(amount), exponent: currency.exponent)
    guard let units else {
      throw Refusal(.amountOutOfRange, "the amount is larger than can be paid at once")
    }
    let money = Money(units, currency.code, exponent: currency.exponent)
    var fields: [(DocumentTexts.Name, Document.Value)] = [
      (.amount, .money(money)), (.payee, .payee(payee)),
      (AirtimeShop.recipientPhone, .text(recipientPhone)),
    ]
    if useCashback { fields.append((AirtimeShop.useCashback, .flag(true))) }
    // The payee names the product. Its code and the supplier's are identifiers, small and last.
    fields += [
      (AirtimeShop.productCode, .reference(productCode)),
      (AirtimeShop.supplierSlug, .reference(supplierSlug)),
    ]
    return try ActionDocument(
      words.document(AirtimeShop.title, fields), transaction: json, value: .amount(money))
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
