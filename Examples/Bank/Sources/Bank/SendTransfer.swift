import CountersignServer

/// Sends money: the protected action of scenario SEND_TRANSFER.
struct SendTransfer: ScenarioAction {
  let scenario = ScenarioName.sendTransfer

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    ProofRequirements(kinds: policy.scenarios.kinds(of: scenario))
  }

  func bodyHash(of transfer: Transfer) -> [UInt8] {
    BodyHash.of(name, [.blob(transfer.json.serialized())])
  }

  func facts(of transfer: Transfer, for caller: Caller, at now: Timestamp) -> FactsQuery<Int64> {
    FactsQuery([Statement.balanceQuery(of: caller.account)]) { rows, _ in
      try rows[0].first?.integer(0) ?? 0
    }
  }

  func document(
    for transfer: Transfer, _ balance: Int64, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    guard transfer.amount > 0, 1...70 ~= transfer.payee.count, transfer.reference.count <= 140
    else { throw Refusal(.unacceptableValue, "amount, payee or reference: too short or too long") }
    guard transfer.hasCheckedIBAN
    else { throw Refusal(.ibanInvalid, "iban: must have fitting check digits and no spaces") }
    guard transfer.amount <= balance else { throw Refusal(.balanceTooLow, "more than the balance") }
    let money = Money(transfer.amount, "EUR", exponent: 2)
    let account = BankAccount(scheme: BankAccount.iban, identifier: transfer.iban)
    let fields: [(DocumentTexts.Name, Document.Value)] = [
      (.amount, .money(money)), (.payee, .payee(transfer.payee)),
      (.account, .account(account)), (.reference, .reference(transfer.reference)),
    ]
    return try ActionDocument(words.document(.sendTransfer, fields), value: .amount(money))
  }

  func execute(
    _ transfer: Transfer, _ prepared: Void, _ balance: Int64, in context: ActionContext
  ) throws -> Execution {
    let (id, account) = (context.operation.text, context.account.text)
    try context.transaction.execute(
      "UPDATE balances SET cents = cents - ? WHERE account_id = ?",
      [.integer(transfer.amount), .text(account)])
    try context.transaction.execute(
      "INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
      [.text(id), .text(account), .integer(transfer.amount), .text(transfer.iban)]
        + [.text(transfer.payee), .text(transfer.reference), .integer(context.now.milliseconds)])
    return Execution(
      "transfer_sent", answer: SentTransfer(id: id, transfer: transfer, isSettled: false).json,
      details: ["cents": .integer(transfer.amount)],
      job: NewJob(.settlement, id: "transfer:\(id)", ["transfer": .string(id)]))
  }

  func status(
    of operation: StoredOperation, in transaction: any ReadTransaction
  ) throws -> OperationStatus {
    let open = "SELECT 1 FROM transfers WHERE id = ? AND settled_at IS NULL"
    return try transaction.row(open, [.text(operation.id.text)]) == nil ? .completed : .pending
  }

  func result(of operation: StoredOperation) throws -> SentTransfer {
    var sent = try SentTransfer(json: operation.requireAnswer())
    sent.isSettled = operation.status == .completed
    return sent
  }

  func request(of payload: JSONValue) throws -> Transfer { try Transfer(payload: payload) }
  func json(of result: SentTransfer) -> JSONValue? { result.json }
}

/// The payload: EUR in cents, and the payee.
struct Transfer: JSONBody, Hashable {
  var amount: Int64
  var iban, payee, reference: String

  /// True if the check digits fit (ISO 13616): letters count as 10 to 35.
  var hasCheckedIBAN: Bool {
    let digits = (iban.dropFirst(4) + iban.prefix(4)).compactMap { Int(String($0), radix: 36) }
    return 15...34 ~= iban.count && digits.count == iban.count && iban == iban.uppercased()
      && digits.reduce(0) { ($0 * ($1 < 10 ? 10 : 100) + $1) % 97 } == 1
  }
}

struct SentTransfer: JSONBody, Hashable {
  var id: String
  var transfer: Transfer
  var isSettled: Bool
}

/// The balance in cents, and the transfers, newest first.
struct Statement: JSONBody, Hashable {
  var balance: Int64
  var transfers: [SentTransfer]

  static func balanceQuery(of account: AccountID) -> SQLStatement {
    SQLStatement("SELECT cents FROM balances WHERE account_id = ?", [.text(account.text)])
  }

  init(of account: AccountID, in transaction: any ReadTransaction) throws {
    balance = try transaction.row(Self.balanceQuery(of: account))?.integer(0) ?? 0
    transfers = try transaction.rows(
      "SELECT * FROM transfers WHERE account_id = ? ORDER BY created_at DESC", [.text(account.text)]
    ).map { row in
      let transfer = try Transfer(
        amount: row.integer(2), iban: row.text(3), payee: row.text(4), reference: row.text(5))
      let isSettled = try row.optionalInteger(7) != nil
      return SentTransfer(id: try row.text(0), transfer: transfer, isSettled: isSettled)
    }
  }
}

extension ScenarioName { static let sendTransfer = ScenarioName("SEND_TRANSFER") }
extension DocumentTexts.Name { static let sendTransfer = Self(ScenarioName.sendTransfer.text) }
extension JobName { static let settlement = JobName("settlement") }
extension Reason {
  static let ibanInvalid = Reason(code: "iban_invalid")
  static let balanceTooLow = Reason(code: "balance_too_low")
}
