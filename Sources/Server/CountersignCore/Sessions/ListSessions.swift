public import WireModel

extension Service {
  /// The account's open sessions, newest first.
  public func listSessions(_ session: AuthenticatedSession) async throws -> SessionList {
    let now = clock.now()
    return try await store.read {
      try sessionList(of: session.accountID, from: session.id, at: now, in: $0)
    }
  }

  /// An account's open sessions, as one of them sees the list, or its administration.
  func sessionList(
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
}
