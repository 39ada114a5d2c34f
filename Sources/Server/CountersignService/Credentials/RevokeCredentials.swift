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

  /// What tells one selection from another.
  var values: [SQLValue] {
    switch self {
    case .one(let id): ["one", .blob(id.bytes)]
    case .others(let kept): ["others", .blob(kept.bytes)]
    case .all: ["all", nil]
    }
  }
}

extension Service {
  /// Revokes credentials; a revoked one never signs again, and its id is never taken anew.
  ///
  /// A proof by a factor may come along; without one, the session must have proved one lately.
  public func revokeCredentials(
    _ selection: CredentialSelection, _ request: RevocationRequest = RevocationRequest(),
    idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<RevocationAnswer> {
    let operation = factorOperation(
      "revokeCredentials", selection.values, idempotencyKey, session)
    return try await decision {
      if let first = try await store.read({ try earlierAnswer(to: operation, in: $0) }) {
        return try RevocationAnswer(json: first)
      }
      // A selection that means nothing costs no attempt at the PIN.
      _ = try await store.read { transaction in
        try Self.credentials(selection, of: session.accountID, in: transaction)
      }
      let proved = try await proveFactor(request.proof, session: session)
      let now = clock.now()
      let answer = try await command { transaction in
        guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
        if let first = try earlierAnswer(to: operation, proved, in: transaction) {
          return try RevocationAnswer(json: first)
        }
        let chosen = try Self.credentials(selection, of: session.accountID, in: transaction)
        if let proved {
          try use(proved, session: session, on: operation, at: now, in: transaction)
        } else {
          try requireFreshProof(in: session, at: now, in: transaction)
        }
        try revoke(chosen, of: session.accountID, at: now, in: transaction)
        let answer = RevocationAnswer(revoked: Int64(chosen.count))
        try insert(operation, proved, answer: answer.json, at: now, in: transaction)
        return answer
      }.get()
      outboxBell.ring()
      return answer
    }
  }

  /// Which credentials a selection means.
  private static func credentials(
    _ selection: CredentialSelection, of accountID: AccountID, in transaction: any ReadTransaction
  ) throws -> [CredentialID] {
    let all = try Credentials.all(of: accountID, in: transaction).map(\.id)
    switch selection {
    case .one(let id):
      guard all.contains(id) else { throw Refusal.credentialNotFound }
      return [id]
    case .others(let kept):
      guard all.contains(kept) else { throw Refusal.credentialNotFound }
      return all.filter { $0 != kept }
    case .all: return all
    }
  }

  private func revoke(
    _ credentials: [CredentialID], of accountID: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    for id in credentials {
      try transaction.execute(
        "UPDATE credentials SET revoked_at = ? WHERE id = ?",
        [.integer(now.milliseconds), .blob(id.bytes)])
      try audit.append(
        AuditEvent(
          "credential_revoked", subject: accountID, ["credential": .string(id.base64URL)]),
        at: now, in: transaction)
      try Outbox.put(
        notice: .credentialRevoked, to: accountID, id: id.base64URL, at: now, in: transaction)
    }
    try Self.voidEntitlements(of: accountID, in: transaction)
  }
}

extension Refusal {
  /// The account has no such credential.
  static let credentialNotFound = Refusal(
    .notFound, "the account has no such credential; list them with GET /biometric/credentials")
}
