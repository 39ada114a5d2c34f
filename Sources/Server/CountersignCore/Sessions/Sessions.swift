import Crypto
import Synchronization
import WebAuthnModel
public import WireModel

/// The sessions of people: opened, found by their token, renewed, ended.
public final class Sessions: Sendable {
  private let commands: Commands
  let activities: SessionActivities
  private let audit: AuditTrail
  private let policy: ServicePolicy

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
  ///   - activity: Whether the request keeps the session alive.
  /// - Returns: The session, or `session_required` where there is none, it ended, or it was
  ///   inactive for longer than the policy allows (PSD2 RTS, Article 4.3d).
  /// - Throws: ``StoreError``.
  public func authenticate(
    _ accessToken: SecretText, activity: SessionActivity
  ) async throws -> Decision<AuthenticatedSession> {
    let tokenHash = sha256(Array(accessToken.exposed.utf8))
    let stored = try await commands.rows(
      """
      SELECT id, account_id, last_active_at, device_id FROM sessions
      WHERE token_hash = ? AND ended_at IS NULL
      """, [.blob(tokenHash)]
    ).first
    guard let stored else { return .failure(.noSession) }
    let session = AuthenticatedSession(
      id: SessionID(try stored.text(0)), accountID: AccountID(try stored.text(1)),
      deviceID: try stored.optionalText(3).map { DeviceID($0) })
    let storedActivity = Timestamp(milliseconds: try stored.integer(2))
    let now = commands.now()
    let lastActive = activities.lastActive(session.id, stored: storedActivity)
    guard now.milliseconds(since: lastActive) < policy.sessionInactivitySeconds * 1000 else {
      return .failure(.noSession)
    }
    if activity == .person {
      activities.note(session.id, at: now)
      if now.milliseconds(since: storedActivity) >= Self.activityFlushMilliseconds {
        _ = try await commands.write { transaction in
          try transaction.execute(
            "UPDATE sessions SET last_active_at = ? WHERE id = ? AND last_active_at < ?",
            [.integer(now.milliseconds), .text(session.id.text), .integer(now.milliseconds)])
        }
      }
    }
    return .success(session)
  }

  /// Whether a session that was authenticated before the transaction began is still open in it.
  static func isOpen(
    _ session: AuthenticatedSession, in transaction: any ReadTransaction
  ) throws -> Bool {
    try Sessions.isOpen(session.id, of: session.accountID, in: transaction)
  }

  /// Whether an account's session is still open.
  static func isOpen(
    _ session: SessionID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM sessions WHERE id = ? AND account_id = ? AND ended_at IS NULL",
      [.text(session.text), .text(account.text)]) != nil
  }

  /// What is noted in memory is written down at the latest after this time.
  static let activityFlushMilliseconds: Int64 = 30_000

  /// Whether a session that was authenticated before is good still: neither ended nor inactive for
  /// too long.
  ///
  /// Asking is no activity.
  func isAlive(_ session: AuthenticatedSession) async throws -> Bool {
    let row = try await commands.read { transaction in
      try transaction.row(
        "SELECT last_active_at FROM sessions WHERE id = ? AND ended_at IS NULL",
        [.text(session.id.text)])
    }
    guard let row else { return false }
    let lastActive = activities.lastActive(
      session.id, stored: Timestamp(milliseconds: try row.integer(0)))
    return commands.now().milliseconds(since: lastActive) < policy.sessionInactivitySeconds * 1000
  }

  /// Stores a new session.
  ///
  /// - Parameters:
  ///   - draft: The session.
  ///   - accountID: Whose.
  ///   - device: The device that it is a session of, where it is one's.
  ///   - methods: What was proved for it (RFC 8176).
  ///   - isProved: Whether a factor of the account was.
  ///   - transaction: Where it is stored.
  /// - Returns: What the client is told.
  /// - Throws: ``StoreError``.
  func store(
    _ draft: SessionDraft, of accountID: AccountID, from device: DeviceID?, methods: [String],
    isProved: Bool, in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    try transaction.execute(
      """
      INSERT INTO sessions (id, token_hash, account_id, methods, created_at, last_active_at,
        proved_at, device_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(draft.id.text), .blob(draft.tokenHash), .text(accountID.text),
        .text(methods.joined(separator: " ")), .integer(draft.now.milliseconds),
        .integer(draft.now.milliseconds), SQLValue(isProved ? draft.now.milliseconds : nil),
        SQLValue(device?.text),
      ])
    var details: JSONObject = [
      "session": .string(draft.id.text), "amr": .array(methods.map(JSONValue.string)),
    ]
    details["device"] = device.map { .string($0.text) }
    try audit.append(
      AuditEvent("session_opened", subject: accountID, details), at: draft.now, in: transaction)
    return answer(draft, of: accountID)
  }

  /// What the client of a session is told when it gets its token.
  func answer(_ draft: SessionDraft, of account: AccountID) -> SessionAnswer {
    SessionAnswer(
      accessToken: draft.token, expiresIn: policy.sessionInactivitySeconds,
      accountID: account.text)
  }

  /// Gives a session another token in place of one that may never have arrived, which is good for
  /// nothing from then on.
  ///
  /// - Throws: ``Refusal/linkOver`` where it may have none.
  func renewToken(
    of session: SessionID, of account: AccountID, from draft: SessionDraft,
    while renewal: TokenRenewal, in transaction: any WriteTransaction
  ) throws -> SessionAnswer {
    let unused = if case .unused = renewal { " AND last_active_at < created_at" } else { "" }
    let renewed = try transaction.execute(
      "UPDATE sessions SET token_hash = ? WHERE id = ? AND ended_at IS NULL\(unused)",
      [.blob(draft.tokenHash), .text(session.text)])
    guard renewed == 1 else { throw Refusal.linkOver }
    return answer(draft, of: account)
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

  /// Ends the session that asks (logout).
  public func end(_ session: AuthenticatedSession) async throws {
    let now = commands.now()
    try await commands.write { [self] transaction in
      try Sessions.end(session, at: now, in: transaction)
      try audit.append(
        AuditEvent(
          "session_ended", subject: session.accountID, ["session": .string(session.id.text)]),
        at: now, in: transaction)
    }
  }

  /// Ends one session.
  static func end(
    _ session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL",
      [.integer(now.milliseconds), .text(session.id.text)])
  }

  /// Ends the sessions of an account, but one at most, and what any of them had under way.
  ///
  /// - Returns: How many there were.
  static func endAll(
    of account: AccountID, sparing session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int {
    let ended = try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE account_id = ? AND id <> ? AND ended_at IS NULL",
      [.integer(now.milliseconds), .text(account.text), .text(session?.text ?? "")])
    // A link that one of them made, or a login that waits to be collected, is no less theirs.
    try SessionLinks.endAll(of: account, in: transaction)
    // So is an authenticator app that is half enrolled: nobody knows by which of them.
    try AuthenticatorApps.withdraw(of: account, in: transaction)
    return ended
  }

  /// Ends the other sessions of the account, and what any of its sessions had under way: links, and
  /// an authenticator app that is half enrolled.
  public func endOthers(_ session: AuthenticatedSession) async throws -> RevocationAnswer {
    let now = commands.now()
    return try await commands.write { [self] transaction in
      let ended = try Sessions.endAll(
        of: session.accountID, sparing: session.id, at: now, in: transaction)
      try audit.append(
        AuditEvent(
          "other_sessions_ended", subject: session.accountID, ["count": .integer(Int64(ended))]),
        at: now, in: transaction)
      return RevocationAnswer(revoked: Int64(ended))
    }
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
    let oldest = now.adding(seconds: -policy.sessionInactivitySeconds)
    let rows = try transaction.rows(
      """
      SELECT id, created_at, last_active_at FROM sessions
      WHERE account_id = ? AND ended_at IS NULL ORDER BY created_at DESC LIMIT 100
      """, [.text(account.text)])
    var items: [SessionList.Item] = []
    for row in rows {
      let id = SessionID(try row.text(0))
      let createdAt = Timestamp(milliseconds: try row.integer(1))
      let lastActive = activities.lastActive(
        id, stored: Timestamp(milliseconds: try row.integer(2)))
      guard lastActive > oldest else { continue }
      items.append(
        SessionList.Item(
          id: id.text, createdAt: createdAt.rfc3339,
          lastActiveAt: max(createdAt, lastActive).rfc3339, isCurrent: id == current))
    }
    return SessionList(sessions: items)
  }

  /// Notes that a factor of the account was proved in this session, and by which methods (RFC
  /// 8176): time and methods are those of one proof, the newest.
  static func noteProof(
    by methods: [String], in session: SessionID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE sessions SET proved_at = ?, methods = ? WHERE id = ?",
      [
        .integer(now.milliseconds), .text(methods.joined(separator: " ")), .text(session.text),
      ])
  }

  /// Refuses a session in which no factor was proved lately: what it asks for would let whoever
  /// reads the mailbox take a factor away (ASVS V7.5.1; RFC 9470).
  func requireFreshProof(
    in session: AuthenticatedSession, at now: Timestamp, in transaction: any ReadTransaction
  ) throws {
    let row = try transaction.row(
      "SELECT proved_at FROM sessions WHERE id = ?", [.text(session.id.text)])
    let provedAt = try row?.optionalInteger(0) ?? .min / 2
    guard now.milliseconds - provedAt <= policy.freshProofSeconds * 1000 else {
      var refusal = Refusal(
        .insufficientUserAuthentication,
        "prove a factor first, by options for MANAGE_FACTORS and verify, or send it as proof")
      refusal.sufficientContext = Proofs.linkedContext
      refusal.maximumAgeSeconds = policy.freshProofSeconds
      throw refusal
    }
  }
}

extension Refusal {
  /// No session, or one that is over: said in one way, so that it tells nothing.
  public static let noSession = Refusal(
    .sessionRequired, "sign in, and send the access token as a Bearer token")
}

/// What a new session is made of, drawn before the command so that the command can run again.
struct SessionDraft: Sendable {
  let id: SessionID
  let token: SecretText
  let tokenHash: [UInt8]
  let now: Timestamp

  init(random: any RandomBytes, now: Timestamp) {
    id = SessionID.new("ses_", random)
    token = SecretText(Base64URL.encode(random.bytes(32)))
    tokenHash = sha256(Array(token.exposed.utf8))
    self.now = now
  }
}

/// How long a session may be given another token.
enum TokenRenewal {
  /// Until it ends.
  case open
  /// Until it is used, or ends.
  case unused
}

/// A session whose access token was given and is good.
///
/// Only ``Sessions/authenticate(_:activity:)`` makes one.
public struct AuthenticatedSession: Sendable, Hashable {
  /// The session's id; no secret.
  public let id: SessionID
  /// Whose session it is.
  public let accountID: AccountID
  /// The device that it is a session of; nil for any other.
  public let deviceID: DeviceID?
  /// The languages that this request asks for.
  public var languages = PreferredLanguages.none
  /// Where this request came from.
  public var requester = Requester.local
}

/// Whether a request keeps its session alive.
public enum SessionActivity: Sendable, Hashable {
  /// The person did something.
  case person
  /// A poll, a retry or an open stream: nobody may be there.
  case background
}

/// When each session was last active, kept in memory between two writes of the store.
final class SessionActivities: Sendable {
  private let latest = Mutex<[SessionID: Timestamp]>([:])

  /// The later of what the store knows and what happened since.
  func lastActive(_ session: SessionID, stored: Timestamp) -> Timestamp {
    latest.withLock { max($0[session] ?? stored, stored) }
  }

  /// Notes activity.
  func note(_ session: SessionID, at now: Timestamp) {
    latest.withLock { $0[session] = now }
  }

  /// Forgets sessions that have been inactive since `moment`: they are over.
  func forget(before moment: Timestamp) {
    latest.withLock { $0 = $0.filter { $0.value >= moment } }
  }
}
