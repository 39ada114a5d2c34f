import Crypto
import WebAuthnModel
public import WireModel

/// The sessions of people: opened, found by their token, renewed, ended.
public final class Sessions: Sendable {
  let commands: Commands
  let activities: SessionActivities
  let audit: AuditTrail
  let policy: ServicePolicy

  init(
    commands: Commands, activities: SessionActivities, audit: AuditTrail, policy: ServicePolicy
  ) {
    self.commands = commands
    self.activities = activities
    self.audit = audit
    self.policy = policy
  }

  /// Finds the session of an access token.
  ///
  /// The row is read with each request, so that a session that was ended anywhere is over
  /// everywhere at once.
  ///
  /// - Parameters:
  ///   - accessToken: The token as it was sent.
  ///   - key: The key that the request's proof of possession is by; nil for a bearer token.
  ///   - activity: Whether the request keeps the session alive.
  /// - Returns: The session; `session_required` where there is none, it ended, it was inactive for
  ///   longer than the policy allows (PSD2 RTS, Article 4.3d), or it was opened too long ago;
  ///   `invalid_dpop_proof` where its token is bound to another key than that.
  /// - Throws: ``StoreError``.
  public func authenticate(
    _ accessToken: SecretText, by key: ProvedKey? = nil, activity: SessionActivity
  ) async throws -> Decision<AuthenticatedSession> {
    guard var stored = try await find(accessToken) else { return .failure(.noSession) }
    do throws(Refusal) {
      try stored.requireKey(key)
    } catch {
      return .failure(error)
    }
    if activity == .person { try await noteActivity(in: &stored) }
    return .success(authenticated(stored))
  }

  /// The open session of an access token, whoever presents it; nil where there is none.
  ///
  /// Asking is no activity.
  func find(_ accessToken: SecretText) async throws -> StoredSession? {
    let row = try await row(of: sha256(Array(accessToken.exposed.utf8)), at: commands.now())
    return try row.flatMap(open)
  }

  /// The session of a row; nil if it is over.
  private func open(_ row: SQLRow) throws -> StoredSession? {
    let session = try StoredSession(row, activities)
    return commands.now() < session.end(policy) ? session : nil
  }

  /// The moment at which a session ends unless there is activity before, in seconds since 1970.
  func end(of session: StoredSession) -> Int64 { session.end(policy).milliseconds / 1000 }

  private func noteActivity(in session: inout StoredSession) async throws {
    let now = commands.now()
    let id = session.id
    activities.note(id, at: now)
    guard now.milliseconds(since: session.storedActivity) >= Self.activityFlushMilliseconds else {
      return
    }
    _ = try await commands.write { transaction in
      try transaction.execute(
        "UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?",
        [.integer(now.milliseconds), .text(id.text), .integer(now.milliseconds)])
    }
    session.storedActivity = now
  }

  /// The row of the session that a token is of.
  ///
  /// The token before is good for a moment, or until the new one is used: its answer may have been
  /// lost.
  private func row(of tokenHash: [UInt8], at now: Timestamp) async throws -> SQLRow? {
    guard let row = try await row(where: "token_hash = ?", .blob(tokenHash)) else {
      return try await commands.rows(
        """
        SELECT \(StoredSession.retiredColumns) FROM sessions
        WHERE ended_at IS NULL AND retired_hash = ? AND retired_until > ?
        """, [.blob(tokenHash), .integer(now.milliseconds)]
      ).first
    }
    guard try StoredSession.hasRetiredToken(row) else { return row }
    let id = try row.text(0)
    _ = try await commands.write { transaction in
      try transaction.execute(
        """
        UPDATE sessions SET retired_hash = NULL, retired_until = NULL, retired_level = NULL
        WHERE id = ?
        """, [.text(id)])
    }
    return row
  }

  /// Gives a session the level of a proof that is worth more than what it has, and another token.
  ///
  /// The answer may have been lost: as long as nobody has used that token, a proof that is worth as
  /// much gets another one.
  ///
  /// - Returns: What the client is told; nil where the level does not rise.
  func raise(
    _ session: AuthenticatedSession, to level: AssuranceLevel, by factor: AccountFactor?,
    methods: [String], _ draft: SessionDraft, in transaction: any WriteTransaction
  ) throws -> SessionAnswer? {
    let raised = try transaction.execute(
      """
      UPDATE sessions SET level = CASE WHEN level < ? THEN ? ELSE level END, methods = ?,
        proved_at = ?, raised_by = ?,
        retired_level = CASE WHEN retired_hash IS NULL THEN level ELSE retired_level END,
        retired_hash = COALESCE(retired_hash, token_hash), retired_until = ?, token_hash = ?
      WHERE id = ? AND ended_at IS NULL
        AND (level < ? OR (level = ? AND retired_hash IS NOT NULL))
      """,
      [
        .integer(level.rawValue), .integer(level.rawValue),
        .text(methods.joined(separator: " ")), .integer(draft.now.milliseconds),
        SQLValue(factor?.name),
        .integer(draft.now.adding(seconds: Self.retiredSeconds).milliseconds),
        .blob(draft.tokenHash), .text(session.id.text), .integer(level.rawValue),
        .integer(level.rawValue),
      ])
    return raised == 1 ? answer(draft, of: session) : nil
  }

  /// For so long a token is good after another took its place.
  private static let retiredSeconds: Int64 = 30

  /// Tells if a session that was authenticated before the transaction began is still open in it.
  static func isOpen(
    _ session: AuthenticatedSession, in transaction: any ReadTransaction
  ) throws -> Bool {
    try Sessions.isOpen(session.id, of: session.accountID, in: transaction)
  }

  /// Tells if an account's session is still open.
  static func isOpen(
    _ session: SessionID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM sessions WHERE id = ? AND account_id = ? AND ended_at IS NULL",
      [.text(session.text), .text(account.text)]) != nil
  }

  /// Tells if a device was logged out.
  ///
  /// Its sessions were ended then, by itself or from elsewhere, and none was opened since. One that
  /// is over by its time was not ended.
  static func wasEnded(of device: DeviceID, in transaction: any ReadTransaction) throws -> Bool {
    try transaction.row(
      """
      SELECT 1 FROM sessions e WHERE e.device_id = ? AND e.ended_at IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM sessions o WHERE o.device_id = e.device_id AND o.ended_at IS NULL
          AND o.created_at >= e.ended_at)
      LIMIT 1
      """, [.text(device.text)]) != nil
  }

  /// The level of a session; nil if there is none.
  static func level(
    of session: SessionID, in transaction: any ReadTransaction
  ) throws -> AssuranceLevel {
    let row = try transaction.row(
      "SELECT level FROM sessions WHERE id = ?", [.text(session.text)])
    return try row.flatMap { AssuranceLevel(rawValue: try $0.integer(0)) } ?? .unproved
  }

  /// The time after which activity in memory is written down at the latest.
  static let activityFlushMilliseconds: Int64 = 30_000

  /// Tells if a session that opened a stream of events may follow it still: it is neither ended nor
  /// inactive or open for too long, and as it is now it may use the stream's route.
  ///
  /// A factor that came, or a hold that began, may ask more of it than when the stream was opened.
  /// Asking is no activity.
  func mayFollow(_ session: AuthenticatedSession, _ stream: Route) async throws -> Bool {
    let row = try await row(where: "id = ?", .text(session.id.text))
    guard let stored = try row.flatMap(open) else { return false }
    do {
      try await require(authenticated(stored), for: stream.access)
      return true
    } catch is Refusal {
      return false
    }
  }

  private func authenticated(_ stored: StoredSession) -> AuthenticatedSession {
    AuthenticatedSession(
      id: stored.id, accountID: stored.accountID, deviceID: stored.deviceID, level: stored.level,
      key: stored.key, openedAt: stored.createdAt,
      secondsLeft: stored.secondsLeft(policy, at: commands.now()), hostID: stored.hostID)
  }

  /// The row of the session of which a condition holds, unless it was ended.
  private func row(
    where condition: StaticString, _ arguments: SQLValue...
  ) async throws -> SQLRow? {
    try await commands.rows(
      "SELECT \(StoredSession.columns) FROM sessions WHERE ended_at IS NULL AND \(condition)",
      arguments
    ).first
  }

  /// Stores a new session.
  ///
  /// - Parameters:
  ///   - draft: The session.
  ///   - accountID: Whose.
  ///   - device: The device that it is a session of, where it is one's.
  ///   - methods: What was proved for it (RFC 8176).
  ///   - level: What it is worth.
  ///   - factor: The name of the factor that opens it, with which it ends; nil where none does.
  ///   - transaction: Where it is stored.
  /// - Returns: What the client is told.
  /// - Throws: ``StoreError``.
  func store(
    _ draft: SessionDraft, of accountID: AccountID, from device: DeviceID?, methods: [String],
    level: AssuranceLevel, by factor: String?, in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    let provedAt = level == .unproved ? nil : draft.now.milliseconds
    try transaction.execute(
      """
      INSERT INTO sessions (id, token_hash, account_id, methods, created_at, last_active_at,
        proved_at, device_id, level, key_thumbprint, opened_by)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(draft.id.text), .blob(draft.tokenHash), .text(accountID.text),
        .text(methods.joined(separator: " ")), .integer(draft.now.milliseconds),
        .integer(draft.now.milliseconds), SQLValue(provedAt), SQLValue(device?.text),
        .integer(level.rawValue), SQLValue(draft.key?.text), SQLValue(factor),
      ])
    var details: JSONObject = [
      "session": .string(draft.id.text), "amr": .array(methods.map(JSONValue.string)),
      "level": .integer(level.rawValue),
    ]
    details["device"] = device.map { .string($0.text) }
    details["key"] = draft.key.map { .string($0.text) }
    try audit.append(
      AuditEvent("session_opened", subject: accountID, details), at: draft.now, in: transaction)
    return answer(draft, of: accountID)
  }

  /// The answer to the client of a session when it gets its token.
  func answer(_ draft: SessionDraft, of account: AccountID) -> SessionAnswer {
    answer(draft, of: account, openedAt: draft.now)
  }

  /// The answer to the client of a session when it gets another token.
  func answer(_ draft: SessionDraft, of session: AuthenticatedSession) -> SessionAnswer {
    answer(draft, of: session.accountID, openedAt: session.openedAt)
  }

  private func answer(
    _ draft: SessionDraft, of account: AccountID, openedAt: Timestamp
  ) -> SessionAnswer {
    let end = openedAt.adding(seconds: policy.sessionLifetimeSeconds)
    return SessionAnswer(
      accessToken: draft.token, tokenType: draft.key == nil ? .bearer : .dpop,
      expiresIn: min(
        policy.sessionInactivitySeconds, max(1, end.milliseconds(since: draft.now) / 1000)),
      accountID: account.text)
  }

  /// Gives a session that nobody has used another token in place of one that may never have
  /// arrived, which is good for nothing from then on; only to the key that it is bound to, where it
  /// is.
  ///
  /// - Throws: ``Refusal/linkOver`` where it may have none.
  func renewToken(
    of session: SessionID, of account: AccountID, from draft: SessionDraft,
    in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    let row = try transaction.row(
      """
      SELECT created_at FROM sessions
      WHERE id = ? AND ended_at IS NULL AND COALESCE(key_thumbprint, '') = ?
        AND last_active_at < created_at
      """, [.text(session.text), .text(draft.key?.text ?? "")])
    guard let openedAt = try row?.integer(0) else { throw Refusal.linkOver }
    try transaction.execute(
      "UPDATE sessions SET token_hash = ? WHERE id = ?",
      [.blob(draft.tokenHash), .text(session.text)])
    return answer(draft, of: account, openedAt: Timestamp(milliseconds: openedAt))
  }

  /// Marks a new session as one that nobody has used.
  ///
  /// It was last active so long before it was made that its first use is written down at once, for
  /// every node and whatever happens to this one.
  static func markUnused(
    _ draft: SessionDraft, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE sessions SET last_active_at = created_at - ? WHERE id = ?",
      [.integer(activityFlushMilliseconds), .text(draft.id.text)])
  }

  /// The account's open sessions, newest first.
  public func list(_ session: AuthenticatedSession) async throws -> SessionList {
    let now = commands.now()
    return try await commands.read { [self] in
      try list(of: session.accountID, from: session.id, at: now, in: $0)
    }
  }

  /// An account's open sessions, as one of them sees the list, or its administration.
  func list(
    of account: AccountID, from current: SessionID?, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> SessionList {
    let rows = try transaction.rows(
      """
      SELECT \(StoredSession.columns) FROM sessions
      WHERE account_id = ? AND ended_at IS NULL ORDER BY created_at DESC LIMIT 100
      """, [.text(account.text)])
    var items: [SessionList.Item] = []
    for row in rows {
      let session = try StoredSession(row, activities)
      guard now < session.end(policy) else { continue }
      items.append(
        SessionList.Item(
          id: session.id.text, createdAt: session.createdAt.rfc3339,
          lastActiveAt: max(session.createdAt, session.lastActive).rfc3339,
          isCurrent: session.id == current, deviceID: session.deviceID?.text))
    }
    return SessionList(
      account: try current.map { _ in try Accounts.summary(account, in: transaction) },
      sessions: items)
  }
}

extension Refusal {
  /// No session, or one that is over: said in one way, so that it tells nothing.
  public static let noSession = Refusal(
    .sessionRequired, "sign in, and send the access token as a Bearer token")
}

extension Refusal {
  /// The session has proved too little.
  static func unproved(below level: AssuranceLevel) -> Refusal {
    var refusal = Refusal(
      .insufficientUserAuthentication,
      "one more step: prove a factor of the account with POST /sessions/current/proof")
    refusal.sufficientContext = level.contextClass
    return refusal
  }

  /// The session has proved too little, and factors of the account are on hold.
  static func onHold(below level: AssuranceLevel) -> Refusal {
    var refusal = Refusal(
      .insufficientUserAuthentication,
      "what this account had before is on hold; set up a passkey, and prove it once it has waited")
    refusal.sufficientContext = level.contextClass
    return refusal
  }
}
