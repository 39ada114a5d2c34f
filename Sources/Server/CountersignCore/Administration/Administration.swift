import WebAuthnModel
public import WireModel

/// The administration of accounts and of the audit log: every look is noted there.
public final class Administration: Sendable {
  let commands: Commands
  private let accounts: Accounts
  private let sessions: Sessions
  private let secondFactors: SecondFactors
  private let recoveries: Recoveries
  private let notices: Notices
  let audit: AuditTrail
  let policy: ServicePolicy

  init(
    commands: Commands, accounts: Accounts, sessions: Sessions, secondFactors: SecondFactors,
    recoveries: Recoveries, notices: Notices, audit: AuditTrail, policy: ServicePolicy
  ) {
    self.commands = commands
    self.accounts = accounts
    self.sessions = sessions
    self.secondFactors = secondFactors
    self.recoveries = recoveries
    self.notices = notices
    self.audit = audit
    self.policy = policy
  }

  /// An account as its administration sees it: factors, devices and sessions, and what is blocked.
  ///
  /// - Parameters:
  ///   - request: Which account.
  ///   - host: The service key of the administration; the audit log says that it looked.
  /// - Returns: The account, or `not_found` where there is none.
  /// - Throws: ``StoreError``.
  public func findAccount(
    _ request: AdministrationRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<AccountAnswer> {
    let now = commands.now()
    return try await decision {
      let account = try await noteLook("account_shown", at: request.account, by: host, at: now)
      return try await commands.read { [self] transaction in
        let recovery = try Recovery.find(of: account.id, in: transaction)
        return AccountAnswer(
          account: account.item,
          secondFactor: try secondFactors.state(
            of: account.id, from: nil, at: now, in: transaction),
          refusals: try refusedFactors(of: account.id, at: now, in: transaction),
          devices: try Devices.list(of: account.id, from: nil, at: now, in: transaction),
          credentials: try Credentials.list(of: account.id, to: nil, at: now, in: transaction),
          sessions: try sessions.list(of: account.id, from: nil, at: now, in: transaction),
          recovery: recoveries.answer(recovery, at: now))
      }
    }
  }

  /// The factors at which attempts were refused since the last right one.
  private func refusedFactors(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> [RefusedFactor] {
    let devices = try Devices.of(account, in: transaction).map { AttemptSubject.device($0.id) }
    let subjects = [.pin(account)] + devices + [.assertions(account), .codes(account)]
    return try (subjects + [.twoFactor(account)]).compactMap { subject in
      guard let factor = subject.factor else { return nil }
      let count = try Attempts.count(of: subject, in: transaction)
      guard count.failures > 0 else { return nil }
      let isPenalised = count.penalisedUntil > now
      let isBlocked =
        factor == .pin
        ? count.failures >= policy.pin.maxAttempts && count.inFlightUntil <= now
        : count.failures >= policy.attempts.maxAttempts && isPenalised
      // A PIN that is blocked waits for no time.
      let hasEnd = isPenalised && !(isBlocked && factor == .pin)
      return RefusedFactor(
        factor: factor, deviceID: subject.deviceID?.text, failedAttempts: count.failures,
        isBlocked: isBlocked, penalisedUntil: hasEnd ? count.penalisedUntil.rfc3339 : nil)
    }
  }

  /// A page of all accounts, by creation.
  ///
  /// - Parameters:
  ///   - page: Which page.
  ///   - host: The service key of the administration; the audit log says that it looked.
  /// - Returns: The page, or `malformed` where no account has that id.
  /// - Throws: ``StoreError``.
  public func listAccounts(
    _ page: PageRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<AccountList> {
    try await decision {
      let last = try await commands.read { transaction in
        try page.after.map { try Self.lastOfPage(AccountID($0), in: transaction) }
      }
      try await noteLook("accounts_listed", by: host, at: commands.now())
      return try await commands.read { transaction in
        let rows = try transaction.rows(
          """
          \(AccountRow.columns) WHERE (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?
          """, (last ?? [.integer(.min), .text("")]) + [page.rowsRead])
        let accounts = page.page(of: try rows.map { try AccountRow($0, in: transaction).item })
        return AccountList(
          accounts: accounts.shown, next: accounts.lastBeforeMore?.accountID)
      }
    }
  }

  private static func lastOfPage(
    _ id: AccountID, in transaction: any ReadTransaction
  ) throws -> [SQLValue] {
    let row = try transaction.row(
      "SELECT created_at, id FROM accounts WHERE id = ?", [.text(id.text)])
    guard let row else { throw Refusal.unknownPage("after") }
    return row.values
  }

  /// Notes in the audit log that an administration looks at an account: before it sees anything of
  /// it.
  ///
  /// What it sees is read beside the writer then: it can be much, and no commit waits for it.
  ///
  /// - Returns: The account.
  /// - Throws: ``Refusal`` (`not_found`) where there is none; ``StoreError``.
  func noteLook(
    _ kind: String, at account: AccountReference, by host: AuthenticatedServiceKey,
    at now: Timestamp
  ) async throws -> AccountRow {
    try await commands.run { [self] transaction in
      let account = try AccountRow.find(account, in: transaction)
      try audit.append(
        AuditEvent(kind, subject: account.id, ["key": .string(host.id.text)]), at: now,
        in: transaction)
      return account
    }.get()
  }

  /// Notes in the audit log that an administration looks at what is nobody's account alone.
  func noteLook(
    _ kind: String, by host: AuthenticatedServiceKey, at now: Timestamp,
    _ details: JSONObject = [:]
  ) async throws {
    var details = details
    details["key"] = .string(host.id.text)
    let event = AuditEvent(kind, subjectText: "service", details)
    try await commands.write { [self] in try audit.append(event, at: now, in: $0) }
  }

  /// Revokes a device or a credential of an account, ends its sessions, or takes all it has: by an
  /// administrator, who knows who asks.
  ///
  /// An account whose factors are all revoked is nobody's by a mailed code: the person comes back
  /// by an administrator's link, or by a recovery begun after this. One that was under way is
  /// cancelled: whoever made this necessary may have begun it.
  ///
  /// - Parameters:
  ///   - request: The account, and its part to revoke.
  ///   - idempotencyKey: The host's name for this revocation, where it gave one.
  ///   - host: The service key of the administration.
  /// - Returns: How many devices, credentials and sessions were revoked; or `not_found` where there
  ///   is no such account or credential, `device_unknown` where it has no such device.
  /// - Throws: ``StoreError``.
  public func revoke(
    _ request: AccountRevocationRequest, idempotencyKey: IdempotencyKey? = nil,
    host: AuthenticatedServiceKey
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    let now = commands.now()
    let key = idempotencyKey?.of(host)
    let operationID = StoredOperationID.new("op_", at: now, commands.random)
    let bodyHash = BodyHash.of("revokeOfAccount", [.blob(request.json.serialized())])
    let decision = try await commands.run {
      [self] transaction -> ActionResponse<RevocationAnswer> in
      let earlier = try Operations.earlier(ofHost: key, bodyHash: bodyHash, in: transaction)
      if let earlier {
        let first = try Operations.stored(earlier, in: transaction).requireAnswer()
        return ActionResponse(answer: try RevocationAnswer(json: first), isReplayed: true)
      }
      let account = try AccountRow.find(request.account, in: transaction).id
      let count =
        switch request.matter {
        case .device(let id):
          try revoke(one: DeviceID(id), of: account, host, at: now, in: transaction)
        case .credential(let id):
          try revoke(one: CredentialID(id), of: account, host, at: now, in: transaction)
        case .all(let kind): try revoke(all: kind, of: account, host, at: now, in: transaction)
        }
      let answer = RevocationAnswer(revoked: Int64(count))
      if let key {
        let seal = try transaction.seal(of: account)
        try Operations.insert(
          NewOperation(
            id: operationID, accountID: account, scenario: .manageFactors, idempotencyKey: key,
            bodyHash: try seal.hash(bodyHash), proofKind: "none", answer: answer.json, at: now),
          by: seal, in: transaction)
      }
      return ActionResponse(answer: answer, isReplayed: false)
    }
    commands.outboxBell.ring()
    return decision
  }

  private func revoke<ID: Revocable>(
    one id: ID, of account: AccountID, _ host: AuthenticatedServiceKey, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int {
    guard try ID.all(of: account, in: transaction).contains(id) else { throw ID.unknown }
    try id.revoke(
      of: account, by: .administration(host.id), with: audit, at: now, in: transaction)
    return 1
  }

  private func revoke(
    all kind: AccountRevocationRequest.Kind, of account: AccountID,
    _ host: AuthenticatedServiceKey, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Int {
    let event: String
    let notice: Message.Notice
    let count: Int
    var details: JSONObject = ["key": .string(host.id.text)]
    var former: [PhoneNumber] = []
    switch kind {
    case .sessions:
      (event, notice) = ("sessions_ended", .sessionsEnded)
      count = try Sessions.endAll(of: account, sparing: nil, at: now, in: transaction)
    case .factors:
      // Read before the numbers go: one may be all that the person still reads.
      former = try notices.phones(of: account, in: transaction)
      (event, notice) = ("factors_revoked", .factorsRevoked)
      count = try Accounts.revokeFactors(of: account, sparing: nil, at: now, in: transaction)
      // No link of an earlier notice brings back what an administrator took.
      try Suspension.forgetSuspended(of: account, in: transaction)
      try Phones.remove(of: account, in: transaction)
      details["recoveryCancelled"] = .bool(
        try recoveries.withdraw(of: account, at: now, in: transaction))
      try Waits.stopAll(of: account, at: now, in: transaction)
      try Accounts.noteTaken(account, at: now, in: transaction)
      // Else the next mailed code would set the first factor of an account that never had one.
      try accounts.noteFactor(account, on: .nobody, settles: true, at: now, transaction)
    }
    details["count"] = .integer(Int64(count))
    try audit.append(AuditEvent(event, subject: account, details), at: now, in: transaction)
    try notices.put(notice, to: account, andFormer: former, at: now, in: transaction)
    return count
  }

  /// Unblocks every factor of an account: by an administrator, who knows who asks.
  ///
  /// - Parameters:
  ///   - request: Whose factors.
  ///   - host: The service key of the administration.
  /// - Returns: Nothing, or `not_found` where there is no such account.
  /// - Throws: ``StoreError``.
  public func unblock(
    _ request: AdministrationRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<Void> {
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      let account = try AccountRow.find(request.account, in: transaction).id
      try Attempts.clearAll(of: account, in: transaction)
      try transaction.execute(
        "UPDATE accounts SET stopped_recoveries = 0 WHERE id = ?", [.text(account.text)])
      try audit.append(
        AuditEvent("unblocked", subject: account, ["key": .string(host.id.text)]), at: now,
        in: transaction)
      try Outbox.put(
        notice: .unblocked, to: account, id: "\(account.text):\(now.milliseconds)", at: now,
        in: transaction)
    }
    commands.outboxBell.ring()
    return decision
  }
}

extension AttemptSubject {
  /// The factor as its administration sees it; nil where nobody's account is concerned.
  fileprivate var factor: RefusedFactor.Factor? {
    switch self {
    case .device, .pin: .pin
    case .assertions: .credentials
    case .codes: .codes
    case .twoFactor: .authenticatorApp
    case .session, .link, .lane, .source: nil
    }
  }

  fileprivate var deviceID: DeviceID? {
    guard case .device(let id) = self else { return nil }
    return id
  }
}

/// An account as its administration lists it.
struct AccountRow: Sendable {
  let id: AccountID
  let userName: String
  let displayName: String
  let createdAt: Timestamp
  let hadFactor: Bool

  /// The account that an administration names.
  ///
  /// - Throws: ``Refusal`` (`not_found`) where there is none.
  static func find(
    _ reference: AccountReference, in transaction: any ReadTransaction
  ) throws -> AccountRow {
    let id: AccountID? =
      switch reference {
      case .userName(let given): try Accounts.find(AccountName(given), in: transaction)
      case .id(let id): AccountID(id)
      }
    let row = try id.flatMap {
      try transaction.row("\(AccountRow.columns) WHERE id = ?", [.text($0.text)])
    }
    guard let row else { throw Refusal(.notFound, "there is no such account") }
    return try AccountRow(row, in: transaction)
  }

  /// Reads what ``columns`` selects.
  init(_ row: SQLRow, in transaction: any ReadTransaction) throws {
    id = AccountID(try row.text(0))
    let seal = try transaction.seal(of: id)
    userName = try seal.text(try row.blob(1), at: Accounts.userNamePlace(id))
    displayName = try seal.text(try row.blob(2), at: Accounts.displayNamePlace(id))
    createdAt = Timestamp(milliseconds: try row.integer(3))
    hadFactor = try row.optionalInteger(4) != nil
  }

  /// The account in an answer.
  var item: AccountList.Item {
    AccountList.Item(
      accountID: id.text, userName: userName, displayName: displayName,
      createdAt: createdAt.rfc3339, hadFactor: hadFactor)
  }

  static let columns =
    "SELECT id, user_name, display_name, created_at, first_factor_at FROM accounts"
}
