public import WireModel

extension Service {
  /// The account's open sessions, newest first.
  public func listSessions(_ session: AuthenticatedSession) async throws -> SessionList {
    let oldest = clock.now().adding(seconds: -policy.sessionInactivitySeconds)
    let rows = try await store.read { transaction in
      try transaction.rows(
        """
        SELECT id, created_at, last_active_at FROM sessions
        WHERE account_id = ? AND ended_at IS NULL ORDER BY created_at DESC LIMIT 100
        """, [.text(session.accountID.text)])
    }
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
          lastActiveAt: max(createdAt, lastActive).rfc3339, isCurrent: id == session.id))
    }
    return SessionList(sessions: items)
  }
}
