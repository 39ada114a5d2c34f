public import CountersignCore
public import CountersignHTTP
public import WireModel

/// The module of the tests: each account has a pocket, from which it sends money through banks.
///
/// It stands for any host's own action, with money, a job and a result that comes later.
public struct MoneyOrders: Module, RoutedModule {
  /// The owner of its tables.
  public let name = "money_orders"
  /// Whole naira in a new account's pocket.
  public var openingBalance: Int64 = 5000
  /// To whom money can be sent; those of an earlier start stay.
  public var recipients = [Recipient.bola]
  /// The bank that carries it; nil for none, and then nothing is sent.
  public var bank: ScriptedBank?
  /// The pace at which banks are asked.
  public var pace = Self.pace

  /// The pace unless a test sets another.
  public static let pace = JobPace(
    leaseSeconds: 15, concurrentJobs: 32, concurrentJobsPerTarget: 8,
    backoff: Backoff(firstSeconds: 2, longestSeconds: 600))

  /// A module whose money a bank carries.
  public init(_ bank: ScriptedBank?) { self.bank = bank }

  /// Its tables.
  public var schema: Schema { .moneyOrders }

  /// The order.
  public var scenarios: [ScenarioPolicy] { [.sendMoney] }

  /// The order, as apps may sign it without a document.
  public var unlinkedScenario: ScenarioName? { .sendMoney }

  /// The words of its document.
  public var words: [Language: [DocumentTexts.Name: String]] {
    [
      .english: [
        .sendMoney: "Send money", .recipient: "Recipient", .bank: "Bank", .isUrgent: "Urgent",
      ],
      .german: [
        .sendMoney: "Geld senden", .recipient: "Empfänger", .bank: "Bank", .isUrgent: "Eilig",
      ],
    ]
  }

  /// The order, the pocket and its history.
  public var routes: [RouteHandler] {
    [
      RouteHandler(.sendMoney, takesBody: true) { call in
        let request: SendMoneyRequest = try call.read()
        return try await call.perform(
          call.parts(MoneyOrderParts.self).order, request.payload, proof: request.proof)
      }
      .refusing { _ in ["isSent": false] },
      RouteHandler(.moneyOrders) { call in
        .json(try await call.parts(MoneyOrderParts.self).list(try call.session))
      },
      RouteHandler(.pocket) { call in
        .json(try await call.parts(MoneyOrderParts.self).pocket(try call.session))
      },
    ]
  }

  /// The statuses of its refusals.
  public var statuses: [Reason: Int] {
    [.pocketTooSmall: 422, .recipientUnknown: 422, .bankMissing: 503]
  }

  /// The action, its job and what routes ask for.
  public func parts(on ground: ModuleGround) -> any ModuleParts {
    MoneyOrderParts(ground: ground, bank: bank, pace: pace)
  }

  /// Writes the recipients down.
  public func prepare(on ground: ModuleGround) async throws {
    let recipients = recipients
    try await ground.store.write { transaction in
      for recipient in recipients { try recipient.store(in: transaction) }
    }
  }

  /// Opens the account's pocket.
  public func accountCreated(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO pockets (account_id, opening, balance) VALUES (?, ?, ?)",
      [.text(account.text), .integer(openingBalance), .integer(openingBalance)])
  }

  /// The account whose pocket does not hold what its orders leave, or an order without an
  /// operation.
  public func fault(in transaction: any ReadTransaction) throws -> String? {
    let short = try transaction.row(
      """
      SELECT account_id FROM pockets p WHERE balance <> opening -
        (SELECT COALESCE(SUM(amount), 0) FROM money_orders o
          WHERE o.account_id = p.account_id AND o.status <> 'failed')
      """)
    if let short { return "the pocket of \(try short.text(0)) is not what its orders leave" }
    let lone = try transaction.row(
      """
      SELECT id FROM money_orders m WHERE NOT EXISTS
        (SELECT 1 FROM operations o WHERE o.transaction_id = m.id)
      """)
    return try lone.map { "order \(try $0.text(0)) has no operation" }
  }
}

extension MoneyOrders {
  /// The pocket, and each order.
  public func export(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> JSONObject {
    let orders = try transaction.rows(
      "SELECT id, recipient FROM money_orders WHERE account_id = ?", [.text(account.text)])
    return [
      "balance": .integer(try SendMoney.balance(of: account, in: transaction)),
      "orders": .array(
        try orders.map { ["id": .string(try $0.text(0)), "recipient": .string(try $0.text(1))] }),
    ]
  }

  /// An order that its bank has not answered.
  public func unfinished(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String? {
    let pending = try transaction.row(
      "SELECT id FROM money_orders WHERE account_id = ? AND status = 'pending'",
      [.text(account.text)])
    return try pending.map { "no bank has answered the order \(try $0.text(0))" }
  }

  /// Takes the recipients out of the orders, which stay.
  public func erase(
    _ account: AccountID, in transaction: any WriteTransaction
  ) throws -> [String] {
    let count = try transaction.execute(
      "UPDATE money_orders SET recipient = '' WHERE account_id = ?", [.text(account.text)])
    return ["the pocket, and \(count) orders without their recipients"]
  }
}

/// Somebody to whom money can be sent.
public struct Recipient: Sendable, Hashable {
  /// The code by which orders name them.
  public let code: String
  /// The name, as it is shown.
  public let name: String
  /// The smallest amount, in whole naira.
  public let smallestAmount: Int64
  /// The banks that reach them, the default first.
  public let banks: [String]

  /// A recipient.
  public init(_ code: String, name: String, smallestAmount: Int64 = 50, banks: [String]) {
    self.code = code
    self.name = name
    self.smallestAmount = smallestAmount
    self.banks = banks
  }

  /// The recipient of most tests.
  public static let bola = Recipient("BOLA", name: "Bola Ade", banks: ["alpha", "beta"])

  /// Writes the recipient down, in place of the one with this code.
  public func store(in transaction: any WriteTransaction) throws {
    try transaction.execute(
      """
      INSERT INTO recipients (code, name, smallest_amount, banks) VALUES (?, ?, ?, ?)
      ON CONFLICT (code) DO UPDATE SET name = excluded.name,
        smallest_amount = excluded.smallest_amount, banks = excluded.banks
      """,
      [
        .text(code), .text(name), .integer(smallestAmount),
        .text(banks.joined(separator: " ")),
      ])
  }

  static func query(of code: String) -> SQLStatement {
    SQLStatement(
      "SELECT code, name, smallest_amount, banks FROM recipients WHERE code = ?", [.text(code)])
  }

  init(_ row: SQLRow) throws {
    self.init(
      try row.text(0), name: try row.text(1), smallestAmount: try row.integer(2),
      banks: try row.text(3).split(separator: " ").map(String.init))
  }
}

extension Schema {
  /// The tables of money orders.
  public static let moneyOrders = Schema(
    owner: "money_orders",
    steps: [
      SchemaStep(
        1,
        [
          """
          CREATE TABLE recipients (code TEXT PRIMARY KEY, name TEXT NOT NULL,
            smallest_amount BIGINT NOT NULL, banks TEXT NOT NULL)
          """,
          """
          CREATE TABLE pockets (account_id TEXT PRIMARY KEY, opening BIGINT NOT NULL,
            balance BIGINT NOT NULL CHECK (balance >= 0))
          """,
          """
          CREATE TABLE money_orders (id TEXT PRIMARY KEY, account_id TEXT NOT NULL,
            status TEXT NOT NULL, amount BIGINT NOT NULL, recipient TEXT NOT NULL,
            bank TEXT NOT NULL, is_urgent BIGINT NOT NULL, created_at BIGINT NOT NULL,
            reference TEXT)
          """,
        ])
    ])
}

extension DocumentTexts.Name {
  static let sendMoney = DocumentTexts.Name(ScenarioName.sendMoney.text)
  static let recipient = DocumentTexts.Name("recipient")
  static let bank = DocumentTexts.Name("bank")
  static let isUrgent = DocumentTexts.Name("isUrgent")
}

/// The money orders of a service, as tests call them without a route.
public struct CalledMoneyOrders: Sendable {
  private let service: Service
  private let parts: MoneyOrderParts

  fileprivate init(_ service: Service) throws {
    self.service = service
    parts = try service.parts()
  }

  /// Sends money.
  public func send(
    _ request: SendMoneyRequest, idempotencyKey: IdempotencyKey?, session: AuthenticatedSession
  ) async throws -> Decision<ActionOutcome<MoneyOrderAnswer>> {
    try await service.pipeline.perform(
      parts.order,
      ActionCall(
        caller: .session(session), request: request.payload, proof: request.proof,
        idempotencyKey: idempotencyKey))
  }

  /// Writes a recipient down, in place of the one with the same code.
  public func store(_ recipient: Recipient) async throws {
    try await parts.ground.store.write { try recipient.store(in: $0) }
  }

  /// The account's orders, newest first.
  public func list(_ session: AuthenticatedSession) async throws -> [MoneyOrderAnswer] {
    try await parts.list(session).orders
  }

  /// Whole naira in the account's pocket.
  public func balance(_ session: AuthenticatedSession) async throws -> Int64 {
    try await parts.pocket(session).balance
  }
}

extension Service {
  /// The money orders.
  public var moneyOrders: CalledMoneyOrders { get throws { try CalledMoneyOrders(self) } }
}
