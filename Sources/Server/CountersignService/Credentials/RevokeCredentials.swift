import RelyingParty
public import WebAuthnModel
public import WireModel

/// Which credentials to revoke.
public enum CredentialSelection: Sendable, Hashable {
  /// One.
  case one(CredentialID)
  /// All but one, which must be the account's own: a missing id never turns into "all".
  case others(keeping: CredentialID)
  /// All.
  case all
}

extension Service {
  /// Revokes credentials; a revoked one never signs again, and its id is never taken anew.
  public func revokeCredentials(
    _ selection: CredentialSelection, session: AuthenticatedSession
  ) async throws -> Decision<RevocationAnswer> {
    let now = clock.now()
    let decision = try await command { transaction in
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      try requireFreshProof(in: session, at: now, in: transaction)
      let all = try Credentials.all(of: session.accountID, in: transaction).map(\.id)
      let chosen: [CredentialID]
      switch selection {
      case .one(let id):
        guard all.contains(id) else { throw Refusal.credentialNotFound }
        chosen = [id]
      case .others(let kept):
        guard all.contains(kept) else { throw Refusal.credentialNotFound }
        chosen = all.filter { $0 != kept }
      case .all: chosen = all
      }
      for id in chosen {
        try transaction.execute(
          "UPDATE credentials SET revoked_at = ? WHERE id = ?",
          [.integer(now.milliseconds), .blob(id.bytes)])
        try audit.append(
          AuditEvent(
            "credential_revoked", subject: session.accountID,
            ["credential": .string(id.base64URL)]), at: now, in: transaction)
        try Outbox.put(
          notice: .credentialRevoked, to: session.accountID, id: id.base64URL, at: now,
          in: transaction)
      }
      // What a revoked key entitled to is void with it.
      try transaction.execute(
        "DELETE FROM registration_grants WHERE account_id = ?", [.text(session.accountID.text)])
      return RevocationAnswer(revoked: Int64(chosen.count))
    }
    outboxBell.ring()
    return decision
  }
}

extension Refusal {
  /// The account has no such credential.
  static let credentialNotFound = Refusal(
    .notFound, "the account has no such credential; list them with GET /biometric/credentials")
}
