public import WebAuthnModel
import WireModel

/// Tells all that a server holds of one account, and ends an account: what the command line does
/// beside a server, on the same store.
public struct AccountRecords: Sendable {
  private let store: any Store
  private let modules: [any Module]
  private let audit: AuditTrail
  private let clock: any ServiceClock

  /// The records of a store's accounts.
  ///
  /// - Parameters:
  ///   - store: Where they are kept.
  ///   - keyring: The server's keys, which hide people's names in the audit log.
  ///   - modules: The modules of the server: each tells and erases its own.
  ///   - clock: The clock.
  public init(
    store: any Store, keyring: Keyring, modules: [any Module],
    clock: any ServiceClock = SystemClock()
  ) {
    self.store = store
    self.modules = modules
    audit = AuditTrail(keyring: keyring)
    self.clock = clock
  }

  /// All that is held of an account, without secrets; the audit log says that it was told.
  ///
  /// - Parameter userName: The account's name.
  /// - Returns: `account`, `core` with a member for each table, `audit` with the rows about it, and
  ///   `modules` with a member for each; or `not_found`.
  /// - Throws: `StoreError`.
  public func export(_ userName: String) async throws -> Decision<JSONValue> {
    let now = clock.now()
    return try await decision {
      let account = try await store.write { [audit] transaction -> Decision<AccountRow> in
        do {
          let account = try AccountRow.find(.userName(userName), in: transaction)
          try audit.append(
            AuditEvent("account_exported", subject: account.id), at: now, in: transaction)
          return .success(account)
        } catch let refusal as Refusal {
          return .failure(refusal)
        }
      }.get()
      // Beside the writer: it can be much, and no commit waits for it.
      return try await store.read { try records(of: account, in: $0) }
    }
  }

  /// Tells if there is an account of a name, and changes nothing.
  ///
  /// - Parameter userName: The account's name.
  /// - Returns: Nothing; or `not_found` where there is no such account.
  /// - Throws: `StoreError`.
  public func find(_ userName: String) async throws -> Decision<Void> {
    try await store.read { transaction in
      do {
        _ = try AccountRow.find(.userName(userName), in: transaction)
        return .success(())
      } catch let refusal as Refusal {
        return .failure(refusal)
      }
    }
  }

  private func records(
    of account: AccountRow, in transaction: any ReadTransaction
  ) throws -> JSONValue {
    var core: JSONObject = [:]
    for table in AccountTable.all {
      guard let member = table.member else { continue }
      core[member] = .array(try table.rows(of: account.id, in: transaction))
    }
    var parts: JSONObject = [:]
    for module in modules {
      parts[module.name] = .object(try module.export(account.id, in: transaction))
    }
    return .object([
      "account": [
        "id": .string(account.id.text), "userName": .string(account.userName),
        "displayName": .string(account.displayName),
        "createdAt": .string(account.createdAt.rfc3339),
      ], "core": .object(core),
      "audit": .array(try auditRows(of: account.id, in: transaction)), "modules": .object(parts),
    ])
  }

  private func auditRows(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [JSONValue] {
    let subjects = audit.hiddenSubjects(account.text)
    return try transaction.rows(
      """
      SELECT at, kind, details FROM audit WHERE subject IN (\(subjects.placeholders))
      ORDER BY at, lane, sequence
      """, subjects.map(SQLValue.blob)
    ).map { row in
      .object([
        "at": .string(Timestamp(milliseconds: try row.integer(0)).rfc3339),
        "kind": .string(try row.text(1)),
        "details": try JSONValue(parsing: Array(try row.text(2).utf8)),
      ])
    }
  }

  /// Ends an account: what is held of it is deleted, but for what has to be kept.
  ///
  /// Audit rows stay; they hold a keyed hash of the account's id. Operations stay as evidence, with
  /// that id. Nothing is changed while something of the account is not done.
  ///
  /// - Parameter userName: The account's name.
  /// - Returns: The end, or `not_found` where there is no such account.
  /// - Throws: `StoreError`.
  public func erase(_ userName: String) async throws -> Decision<AccountErasure> {
    let now = clock.now()
    return try await store.write { transaction in
      do {
        let account = try AccountRow.find(.userName(userName), in: transaction)
        if let reason = try unfinished(of: account, at: now, in: transaction) {
          return .success(.unfinished(reason))
        }
        return .success(.erased(keeping: try erase(account, at: now, in: transaction)))
      } catch let refusal as Refusal {
        return .failure(refusal)
      }
    }
  }

  /// The first thing that is not done yet, in a few words.
  private func unfinished(
    of account: AccountRow, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> String? {
    let absent = try AbsentModules.owners(besides: modules.map(\.name), in: transaction)
    if !absent.isEmpty {
      let names = absent.joined(separator: ", ")
      return "an absent module has tables here, which may hold something of it (\(names))"
    }
    let waiting = try transaction.row(
      "SELECT 1 FROM transactions WHERE account_id = ? AND status = 'pending' AND expires_at > ?",
      [.text(account.id.text), .integer(now.milliseconds)])
    if waiting != nil { return "a transaction waits for the person's decision" }
    if try jobs(of: account, in: transaction).contains(where: \.isOpen) {
      return "a message to the person, or an event for the host, was not delivered yet"
    }
    for module in modules {
      if let reason = try module.unfinished(of: account.id, in: transaction) {
        return "\(module.name): \(reason)"
      }
    }
    return nil
  }

  /// - Returns: What is kept, each in a few words.
  private func erase(
    _ account: AccountRow, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> [String] {
    var kept = ["audit rows, with a keyed hash of the account's id"]
    let operations =
      try transaction.row(
        "SELECT COUNT(*) FROM operations WHERE account_id = ?", [.text(account.id.text)])?
      .integer(0) ?? 0
    if operations > 0 { kept.append("\(operations) operations, the evidence of what was proved") }
    for module in modules {
      kept += try module.erase(account.id, in: transaction).map { "\(module.name): \($0)" }
    }
    for job in try jobs(of: account, in: transaction) {
      try transaction.execute("DELETE FROM outbox WHERE id = ?", [.text(job.id)])
    }
    let names = try transaction.seals.hashes(of: account.userName, .codeRequestName)
    // Both are found by other rows of the account, which go after them.
    try Attempts.clearAll(of: account.id, in: transaction)
    try transaction.execute(
      "DELETE FROM code_requests WHERE sent_to = ? OR name_hash IN (\(names.placeholders))",
      [.text(account.id.text)] + names)
    for table in AccountTable.all where table.end == .deleted {
      try transaction.execute(
        "DELETE FROM \(table.name) WHERE account_id = ?", [.text(account.id.text)])
    }
    try transaction.execute("DELETE FROM accounts WHERE id = ?", [.text(account.id.text)])
    // With its key, all that is left of an account in backups opens no more.
    if operations == 0 {
      try transaction.execute(
        "DELETE FROM account_keys WHERE account_id = ?", [.text(account.id.text)])
    }
    try audit.append(AuditEvent("account_erased", subject: account.id), at: now, in: transaction)
    return kept
  }

  /// The messages to the person and the events for the host, in the outbox.
  private func jobs(
    of account: AccountRow, in transaction: any ReadTransaction
  ) throws -> [PutJob] {
    let phone = try Phones.confirmed(of: account.id, in: transaction)?.text
    let recipients = [account.userName] + [phone].compactMap(\.self)
    return try Outbox.jobs(of: [.message, .notice, .event], in: transaction).compactMap { job in
      var content = try JSONObjectReader(job.content)
      // A message names the account, or has an address; an event is of an account.
      let names = ["account", "person", "accountID"]
      let isOfAccount =
        try names.contains { try content.optionalString($0) == account.id.text }
        || content.optionalString("to").map(recipients.contains) == true
      return isOfAccount ? job : nil
    }
  }
}

/// The end of an account.
public enum AccountErasure: Sendable, Hashable {
  /// It is erased; what is kept, each in a few words.
  case erased(keeping: [String])
  /// It is as it was, since something of it is not done yet.
  case unfinished(String)
}
