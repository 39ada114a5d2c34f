import CountersignSQLite
import CountersignTesting
import Testing
import WebAuthnModel
import WireModel

@testable import CountersignCore

@Suite("What is held of an account, and its end")
struct AccountRecordsTests {
  private static let ada = "ada@example.com"

  /// An account with a key and a money order, whose messages are delivered.
  private func used(
    _ outcome: BankOutcome = .carried(reference: "ref-1")
  ) async throws -> (ServiceHarness, AuthenticatedSession) {
    let harness = try await ServiceHarness()
    harness.bank.answer(outcome)
    let session = try await harness.signUp()
    let key = try await harness.registerKey(session)
    let assertion = try await harness.linkedAssertion(.sample, key, session)
    _ = try await harness.send(
      SendMoneyRequest(payload: .sample, proof: .assertion(assertion)), session)
    await harness.deliverMessages()
    return (harness, session)
  }

  private func records(
    _ harness: ServiceHarness, modules: [any Module]? = nil
  ) -> AccountRecords {
    AccountRecords(
      store: harness.store, keyring: harness.keyring,
      modules: modules ?? harness.service.modules, clock: harness.clock)
  }

  /// The number of rows of each of the core's and the module's tables.
  private func counts(_ harness: ServiceHarness) async throws -> [String: Int64] {
    try await harness.store.read { transaction in
      try transaction.tableNames().reduce(into: [:]) { counts, name in
        counts[name] = try transaction.row("SELECT COUNT(*) FROM \(name)")?.integer(0)
      }
    }
  }

  @Test("every table of the core with rows of accounts is told or erased, with columns it has")
  func tables() async throws {
    let harness = try await ServiceHarness()
    try await harness.store.read { transaction in
      let names = Set(try transaction.tableNames(with: "account_id"))
      #expect(names.subtracting(["money_orders", "pockets"]) == Set(AccountTable.all.map(\.name)))
      for table in AccountTable.all where table.member != nil {
        _ = try table.rows(of: AccountID("acc_none"), in: transaction)
      }
    }
  }

  @Test("an export has the account's factors, operations and audit rows, and each module's part")
  func exports() async throws {
    let (harness, session) = try await used()
    _ = try await harness.signUp("bola@example.com")
    guard case .object(let export) = try await records(harness).export(Self.ada).get(),
      case .object(let account)? = export["account"], case .object(let core)? = export["core"],
      case .array(let audit)? = export["audit"], case .object(let modules)? = export["modules"],
      case .object(let orders)? = modules["money_orders"]
    else { throw HarnessError.noCode }
    #expect(account["userName"] == .string(Self.ada))
    #expect(account["id"] == .string(session.accountID.text))
    #expect(core["credentials"]?.count == 1)
    #expect(core["operations"]?.count == 2)
    #expect(core["sessions"]?.count == 1)
    #expect(orders["balance"] == 4500)
    #expect(orders["orders"]?.count == 1)
    #expect(
      audit.contains {
        guard case .object(let row) = $0 else { return false }
        return row["kind"] == "account_exported"
      })
    let text = String(decoding: JSONValue.object(export).serialized(), as: UTF8.self)
    #expect(text.contains(#""recipient":"\#(MoneyOrder.sample.recipient)""#))
    #expect(!text.contains("bola@example.com"))
  }

  @Test("no secret is told, nor what one could be tried against")
  func withoutSecrets() {
    let told = AccountTable.all.flatMap(\.columns).map(\.name)
    for secret in ["token_hash", "salt", "hash", "secret", "pin_key", "new_secret", "binding"] {
      #expect(!told.contains(secret))
    }
  }

  @Test("an account that ends leaves its evidence and its books, and nothing else")
  func erases() async throws {
    let (harness, _) = try await used()
    guard case .erased(let kept) = try await records(harness).erase(Self.ada).get() else {
      throw HarnessError.noCode
    }
    #expect(
      kept == [
        "audit rows, with a keyed hash of the account's id",
        "2 operations, the evidence of what was proved",
        "money_orders: the pocket, and 1 orders without their recipients",
      ])
    let counts = try await counts(harness)
    for table in AccountTable.all where table.end == .deleted {
      #expect(counts[table.name] == 0, "\(table.name)")
    }
    #expect(counts["accounts"] == 0 && counts["outbox"] == 1 && counts["attempts"] == 0)
    #expect(counts["operations"] == 2 && counts["money_orders"] == 1)
    #expect(try await harness.fault() == nil)
    // The one job left is the bank's, which names nobody.
    let job = try await harness.store.rows("SELECT kind, content FROM outbox", [])
    #expect(try job.map { try $0.text(0) } == ["money_order"])
    let recipients = try await harness.store.rows("SELECT recipient FROM money_orders", [])
    #expect(try recipients.map { try $0.text(0) } == [""])
    let rows = try await harness.store.rows(
      "SELECT 1 FROM audit WHERE kind = 'account_erased'", [])
    #expect(rows.count == 1)
    #expect(try await records(harness).export(Self.ada).refusal == .notFound)
  }

  @Test("whoever signs up with the name again has a new account, and others keep theirs")
  func others() async throws {
    let (harness, session) = try await used()
    let other = try await harness.signUp("bola@example.com")
    try await harness.setPIN("953274", other, to: "bola@example.com")
    await harness.deliverMessages()
    _ = try await records(harness).erase(Self.ada).get()
    #expect(try await harness.service.moneyOrders.balance(other) == 5000)
    let again = try await harness.signUp()
    #expect(again.accountID != session.accountID)
    #expect(try await harness.service.moneyOrders.balance(again) == 5000)
    #expect(try await harness.fault() == nil)
  }

  /// What is not done of an account, and a word of the reason.
  enum Open: CaseIterable, Sendable {
    case order
    case review
    case message
    case module

    var word: String {
      switch self {
      case .order: "money_orders: no bank has answered the order mo_"
      case .review: "a transaction waits"
      case .message: "was not delivered yet"
      case .module:
        "an absent module has tables here, which may hold something of it (money_orders)"
      }
    }
  }

  @Test("an account ends only when all of it is done, and until then nothing changes")
  func unfinished() async throws {
    for open in Open.allCases {
      let (harness, session) = try await used(
        open == .order ? .unknown(reason: "timeout") : .carried(reference: "ref-1"))
      if open == .review { _ = try await harness.review() }
      if open == .message { _ = try await harness.code(.register, session) }
      let before = try await counts(harness)
      let modules: [any Module]? = open == .module ? [] : nil
      let end = try await records(harness, modules: modules).erase(Self.ada).get()
      guard case .unfinished(let reason) = end else {
        Issue.record("\(open): \(end)")
        continue
      }
      #expect(reason.contains(open.word), "\(reason)")
      #expect(try await counts(harness) == before)
    }
  }

  @Test("a message whose address the directory gave is the account's, until it is delivered")
  func addressed() async throws {
    let harness = try await ServiceHarness(
      people: ScriptedDirectory { _ in
        Addresses(email: try EmailAddress("ada@bank.example"))
      })
    let session = try await harness.signUp()
    _ = try await harness.code(.register, session)
    let target = SlowTarget()
    target.failures = 9
    await harness.outbox(messenger: target).runDue(only: .message, .notice)
    guard case .unfinished(let reason) = try await records(harness).erase(Self.ada).get() else {
      Issue.record("the account was erased")
      return
    }
    #expect(reason.contains("was not delivered yet"))
    harness.clock.advance(seconds: 60)
    await harness.deliverMessages()
    guard case .erased = try await records(harness).erase(Self.ada).get() else {
      Issue.record("the account was not erased")
      return
    }
    #expect(try await harness.store.rows("SELECT 1 FROM outbox", []).isEmpty)
    #expect(try await harness.store.rows("SELECT 1 FROM code_requests", []).isEmpty)
  }

  @Test("there is nothing to tell or to erase of an account that is not there")
  func unknown() async throws {
    let harness = try await ServiceHarness()
    #expect(try await records(harness).export("nobody@example.com").refusal == .notFound)
    #expect(try await records(harness).erase("nobody@example.com").refusal == .notFound)
  }
}

extension ServiceHarness {
  /// Asks for a code within a session and delivers nothing.
  fileprivate func code(
    _ purpose: CodePurpose, _ session: AuthenticatedSession
  ) async throws -> CodeRequestAnswer {
    try await service.codeRequests.make(
      CodeRequest(purpose: purpose), session: session, from: .local
    ).get()
  }
}

extension JSONValue {
  /// The number of elements of an array.
  fileprivate var count: Int? {
    guard case .array(let elements) = self else { return nil }
    return elements.count
  }
}
