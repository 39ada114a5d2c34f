extension Service {
  /// Whether a session that was authenticated before is good still: neither ended nor inactive for
  /// too long.
  ///
  /// Asking is no activity.
  func isAlive(_ session: AuthenticatedSession) async throws -> Bool {
    let row = try await store.read { transaction in
      try transaction.row(
        "SELECT last_active_at FROM sessions WHERE id = ? AND ended_at IS NULL",
        [.text(session.id.text)])
    }
    guard let row else { return false }
    let lastActive = activities.lastActive(
      session.id, stored: Timestamp(milliseconds: try row.integer(0)))
    return clock.now().milliseconds(since: lastActive) < policy.sessionInactivitySeconds * 1000
  }
}
