import WebAuthnModel
public import WireModel

extension Service {
  /// Ends the session that asks (logout).
  public func endSession(_ session: AuthenticatedSession) async throws {
    let now = clock.now()
    try await store.write { transaction in
      try transaction.execute(
        "UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL",
        [.integer(now.milliseconds), .text(session.id.text)])
      try audit.append(
        AuditEvent(
          "session_ended", subject: session.accountID, ["session": .string(session.id.text)]),
        at: now, in: transaction)
    }
  }

  /// Ends the other sessions of the account, and what any of its sessions had under way: links, and
  /// an authenticator app that is half enrolled.
  public func endOtherSessions(_ session: AuthenticatedSession) async throws -> RevocationAnswer {
    let now = clock.now()
    return try await store.write { transaction in
      let ended = try Self.endSessions(
        of: session.accountID, sparing: session.id, at: now, in: transaction)
      try audit.append(
        AuditEvent(
          "other_sessions_ended", subject: session.accountID, ["count": .integer(Int64(ended))]),
        at: now, in: transaction)
      return RevocationAnswer(revoked: Int64(ended))
    }
  }
}
