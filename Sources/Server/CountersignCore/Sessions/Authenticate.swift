import Crypto
public import WireModel

extension Service {
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
    let stored = try await store.rows(
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
    let now = clock.now()
    let lastActive = activities.lastActive(session.id, stored: storedActivity)
    guard now.milliseconds(since: lastActive) < policy.sessionInactivitySeconds * 1000 else {
      return .failure(.noSession)
    }
    if activity == .person {
      activities.note(session.id, at: now)
      if now.milliseconds(since: storedActivity) >= Self.activityFlushMilliseconds {
        _ = try await store.write { transaction in
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
    try isOpen(session.id, of: session.accountID, in: transaction)
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
}

extension Refusal {
  /// No session, or one that is over: said in one way, so that it tells nothing.
  public static let noSession = Refusal(
    .sessionRequired, "sign in, and send the access token as a Bearer token")
}
