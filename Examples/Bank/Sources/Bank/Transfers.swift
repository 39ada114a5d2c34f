import CountersignServer

/// Transfers: balances of customers whom the bank signs in itself, and orders that leave them.
struct Transfers: Module, RoutedModule {
  let name = "transfers"
  /// The PIN does for a low value (20.00 EUR by default); all else takes a key.
  let scenarios = [ScenarioPolicy(.sendTransfer, level: .biometricsWithFallback, fallback: [.pin])]
  let schema = Schema(owner: "transfers", steps: [SchemaStep(1, [Self.balances, Self.transfers])])
  private static let balances =
    "CREATE TABLE balances (account_id TEXT PRIMARY KEY, cents BIGINT CHECK (cents >= 0))"
  private static let transfers = """
    CREATE TABLE transfers (id TEXT PRIMARY KEY, account_id TEXT NOT NULL, cents BIGINT NOT NULL,
      iban TEXT NOT NULL, payee TEXT NOT NULL, reference TEXT NOT NULL,
      created_at BIGINT NOT NULL, settled_at BIGINT)
    """
  let words: [Language: [DocumentTexts.Name: String]] = [
    .english: [.sendTransfer: "Send a transfer"], .german: [.sendTransfer: "Geld überweisen"],
  ]
  let statuses: [Reason: Int] = [.ibanInvalid: 422, .balanceTooLow: 422]

  var routes: [RouteHandler] {
    [
      RouteHandler(Route(.get, "/transfers", .session(atLeast: .unproved))) { call in
        let (store, account) = try (call.parts(TransferBooks.self).store, call.session.accountID)
        return .json(try await store.read { try Statement(of: account, in: $0) })
      }
    ]
  }

  func parts(on ground: ModuleGround) -> any ModuleParts { TransferBooks(store: ground.store) }

  func accountCreated(
    _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "INSERT INTO balances (account_id, cents) VALUES (?, 100000)", [.text(account.text)])
  }

  func fault(in transaction: any ReadTransaction) throws -> String? {
    try transaction.row(
      """
      SELECT account_id FROM balances b WHERE cents <> 100000 -
        (SELECT COALESCE(SUM(cents), 0) FROM transfers t WHERE t.account_id = b.account_id)
      """
    ).map { "the balance of \(try $0.text(0)) is not what its transfers leave" }
  }

  func export(_ account: AccountID, in transaction: any ReadTransaction) throws -> JSONObject {
    ["account": try Statement(of: account, in: transaction).json]
  }

  func unfinished(of account: AccountID, in transaction: any ReadTransaction) throws -> String? {
    let all = try Statement(of: account, in: transaction).transfers
    return all.allSatisfy(\.isSettled) ? nil : "a transfer is not settled"
  }

  /// The books stay, without what customers wrote.
  func erase(_ account: AccountID, in transaction: any WriteTransaction) throws -> [String] {
    let count = try transaction.execute(
      "UPDATE transfers SET payee = '', reference = '' WHERE account_id = ?", [.text(account.text)])
    return ["the balance, and \(count) transfers without payee and reference"]
  }
}

struct TransferBooks: ModuleParts {
  let store: any Store
  let actions: [any ScenarioAction] = [SendTransfer()]
  let jobs: [any JobKind] = [Settlement(house: ClearingHouse())]
}

/// Settles each transfer at the clearing house, after the commit that took the money.
struct Settlement: JobKind {
  let house: ClearingHouse
  let name = JobName.settlement
  let terms = JobTerms(
    pace: JobPace(
      leaseSeconds: 15, concurrentJobs: 4, concurrentJobsPerTarget: 4,
      backoff: Backoff(firstSeconds: 1, longestSeconds: 60)),
    end: .never, alarm: .fromTry(10))

  func run(_ job: LeasedJob) async throws -> JobResult {
    var content = try job.read()
    let id = try content.string("transfer")
    guard await house.settle(id) else { return JobResult(.again(reason: "not settled yet")) }
    return JobResult(.done) { transaction, now in
      let settled: [SQLValue] = [.integer(now.milliseconds), .text(id)]
      try transaction.execute("UPDATE transfers SET settled_at = ? WHERE id = ?", settled)
    }
  }
}

/// A clearing house that is none: it has settled a transfer when it is asked again.
actor ClearingHouse {
  private var known: Set<String> = []
  /// Tells a transfer that is settled; it is settled once, whatever is repeated.
  func settle(_ id: String) -> Bool { !known.insert(id).inserted }
}
