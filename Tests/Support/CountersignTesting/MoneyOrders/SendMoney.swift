public import CountersignCore
import WireModel

/// The part of money orders in one server.
public struct MoneyOrderParts: ModuleParts {
  let ground: ModuleGround
  let bank: ScriptedBank?
  let pace: JobPace

  var order: SendMoney { SendMoney(hasBank: bank != nil) }

  /// The order.
  public var actions: [any ScenarioAction] { [order] }
  /// The job that has it carried.
  public var jobs: [any JobKind] { [MoneyOrderJobs(ground: ground, bank: bank, pace: pace)] }

  /// Whole naira in the account's pocket.
  public func pocket(_ session: AuthenticatedSession) async throws -> PocketAnswer {
    try await ground.store.read { transaction in
      PocketAnswer(balance: try SendMoney.balance(of: session.accountID, in: transaction))
    }
  }

  /// The account's orders, newest first.
  public func list(_ session: AuthenticatedSession) async throws -> MoneyOrderList {
    try await ground.store.read { transaction in
      let rows = try transaction.rows(
        "SELECT id FROM money_orders WHERE account_id = ? ORDER BY created_at DESC, id",
        [.text(session.accountID.text)])
      return MoneyOrderList(
        orders: try rows.map { row in
          try SendMoney.answer(row.text(0), of: session.accountID, in: transaction)
        })
    }
  }
}

/// Sends money: the protected action of scenario SEND_MONEY.
public struct SendMoney: ScenarioAction {
  /// Its name in the registry.
  public let name = "sendMoney"
  /// Its scenario.
  public let scenario = ScenarioName.sendMoney
  let hasBank: Bool

  /// Who is paid, and the money in the account's pocket.
  public struct Facts: Sendable, Equatable {
    let recipient: Recipient?
    let balance: Int64
  }

  /// Each kind of proof that the policy takes.
  public func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: policy.scenarios.kinds(of: scenario))
  }

  /// The hash of the order as it was given, whatever today's recipients are.
  public func bodyHash(of order: MoneyOrder) -> [UInt8] {
    BodyHash.of(
      name,
      [
        .integer(order.amount), .text(order.recipient), .text(order.bank ?? ""),
        .integer(order.isUrgent == true ? 1 : 0),
      ])
  }

  /// Draws the order's id.
  public func prepare(
    _ order: MoneyOrder, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> MoneyOrderID { MoneyOrderID.new("mo_", at: now, random) }

  /// The recipient, and the pocket.
  public func facts(
    of order: MoneyOrder, for caller: Caller, at now: Timestamp
  ) -> FactsQuery<Facts> {
    FactsQuery([Recipient.query(of: order.recipient), Self.query(of: caller.account)]) { rows, _ in
      Facts(
        recipient: try rows[0].first.map(Recipient.init),
        balance: try rows[1].first?.integer(0) ?? 0)
    }
  }

  /// Who is paid at which bank.
  private func payee(
    of order: MoneyOrder, _ facts: Facts
  ) throws(Refusal) -> (recipient: Recipient, bank: String) {
    guard let recipient = facts.recipient, order.amount >= recipient.smallestAmount,
      let bank = order.bank ?? recipient.banks.first, recipient.banks.contains(bank)
    else { throw Refusal(.recipientUnknown, "no such recipient at that bank") }
    return (recipient, bank)
  }

  /// The order as it is shown and signed.
  public func document(
    for order: MoneyOrder, _ facts: Facts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    guard hasBank else { throw Refusal(.bankMissing, "no bank carries money now") }
    let (recipient, bank) = try payee(of: order, facts)
    let (units, isTooMuch) = order.amount.multipliedReportingOverflow(by: 100)
    guard !isTooMuch else { throw Refusal(.pocketTooSmall, "no pocket holds that much") }
    let money = Money(units, "NGN", exponent: 2)
    let document = words.document(
      .sendMoney,
      [
        (.amount, .money(money)), (.payee, .payee(recipient.name)),
        (.recipient, .text(recipient.code)), (.bank, .text(bank)),
        (.isUrgent, .flag(order.isUrgent ?? false)),
      ])
    return try ActionDocument(document, value: .amount(money))
  }

  /// Takes the money from the pocket and leaves the order to a bank.
  public func execute(
    _ order: MoneyOrder, _ id: MoneyOrderID, _ facts: Facts, in context: ActionContext
  ) throws -> Execution {
    let bank = try payee(of: order, facts).bank
    guard facts.balance >= order.amount else {
      throw Refusal(.pocketTooSmall, "the pocket does not hold the amount")
    }
    try Self.add(-order.amount, to: context.account, in: context.transaction)
    try context.transaction.enqueue(
      """
      INSERT INTO money_orders
        (id, account_id, status, amount, recipient, bank, is_urgent, created_at)
        VALUES (?, ?, 'pending', ?, ?, ?, ?, ?)
      """,
      [
        .text(id.text), .text(context.account.text), .integer(order.amount),
        .text(order.recipient), .text(bank), SQLValue(order.isUrgent ?? false),
        .integer(context.now.milliseconds),
      ])
    let answer = MoneyOrderAnswer(
      transactionID: id.text, status: .pending, amount: order.amount,
      balance: facts.balance - order.amount, timestamp: context.now.rfc3339)
    return Execution(
      "money_sent", record: id.text, answer: answer.json,
      details: ["amount": .integer(order.amount)],
      job: NewJob(
        .moneyOrder, id: "money_order:\(id.text)", target: bank, ["order": .string(id.text)]))
  }

  /// The status that the bank's answer has left.
  public func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationStatus {
    let id = try operation.requireRecord()
    switch try Self.answer(id, of: operation.account, in: transaction).status {
    case .completed: return .completed
    case .pending: return .pending
    case .failed: return .failed
    }
  }

  /// The order, and the balance that it has left: one that failed gave its amount back.
  public func result(of operation: StoredOperation) throws -> MoneyOrderAnswer {
    var answer = try MoneyOrderAnswer(json: operation.requireAnswer())
    switch operation.status {
    case .completed: answer.status = .completed
    case .pending: answer.status = .pending
    case .failed:
      answer.status = .failed
      answer.balance += answer.amount
    }
    return answer
  }

  /// Reads the order of a general request.
  public func request(of payload: JSONValue) throws -> MoneyOrder {
    try MoneyOrder(payload: payload)
  }

  /// The result as general requests are answered.
  public func json(of result: MoneyOrderAnswer) -> JSONValue? { result.json }

  static func balance(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Int64 {
    try transaction.row(query(of: account))?.integer(0) ?? 0
  }

  private static func query(of account: AccountID) -> SQLStatement {
    SQLStatement("SELECT balance FROM pockets WHERE account_id = ?", [.text(account.text)])
  }

  static func add(
    _ amount: Int64, to account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.enqueue(
      "UPDATE pockets SET balance = balance + ? WHERE account_id = ?",
      [.integer(amount), .text(account.text)])
  }

  static func answer(
    _ id: String, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> MoneyOrderAnswer {
    let row = try transaction.row(
      "SELECT status, amount, created_at FROM money_orders WHERE id = ? AND account_id = ?",
      [.text(id), .text(account.text)])
    guard let row, let status = MoneyOrderStatus(rawValue: try row.text(0)) else {
      throw StoreError(code: .corrupt, reason: "there is no money order \(id)")
    }
    return MoneyOrderAnswer(
      transactionID: id, status: status, amount: try row.integer(1),
      balance: try balance(of: account, in: transaction),
      timestamp: Timestamp(milliseconds: try row.integer(2)).rfc3339)
  }
}

/// Marks the ids of money orders.
public enum MoneyOrderKind: Sendable {}
/// The id of a money order.
public typealias MoneyOrderID = Identifier<MoneyOrderKind>

extension JobName {
  /// Has a bank carry a money order.
  public static let moneyOrder = JobName("money_order")
}

/// Has a bank carry each order, until it has definitely answered.
struct MoneyOrderJobs: JobKind {
  let ground: ModuleGround
  let bank: ScriptedBank?
  let pace: JobPace
  let name = JobName.moneyOrder

  var terms: JobTerms { JobTerms(pace: pace, end: .never, alarm: .fromTry(8)) }

  func run(_ job: LeasedJob) async throws -> JobResult {
    var content = try job.read()
    let id = try content.string("order")
    let (order, account) = try await ground.store.read { transaction in
      let row = try transaction.row(
        "SELECT bank, amount, account_id FROM money_orders WHERE id = ?", [.text(id)])
      guard let row else { throw StoreError(code: .corrupt, reason: "no money order \(id)") }
      return (
        BankOrder(id: id, bank: try row.text(0), amount: try row.integer(1)),
        AccountID(try row.text(2))
      )
    }
    let outcome = await bank?.carry(order) ?? .unknown(reason: "no bank is configured")
    let verdict: JobResult.Verdict =
      if case .unknown(let reason) = outcome {
        .again(reason: "money order \(id) has no answer: \(reason)")
      } else {
        .done
      }
    return JobResult(verdict) { [audit = ground.audit] transaction, now in
      switch outcome {
      case .carried(let reference):
        try transaction.execute(
          "UPDATE money_orders SET status = 'completed', reference = ? WHERE id = ?",
          [.text(reference), .text(id)])
      case .refused:
        try SendMoney.add(order.amount, to: account, in: transaction)
        try transaction.execute(
          "UPDATE money_orders SET status = 'failed' WHERE id = ?", [.text(id)])
      case .unknown: break
      }
      try audit.append(
        AuditEvent("money_order_answered", subject: account, ["order": .string(id)]), at: now,
        in: transaction)
    }
  }
}
