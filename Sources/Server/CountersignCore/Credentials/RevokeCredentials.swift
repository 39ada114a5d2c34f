import RelyingParty
public import WebAuthnModel
public import WireModel

/// Which credentials to revoke.
public typealias CredentialSelection = RevocationSelection<CredentialID>

extension Service {
  /// Revokes credentials; a revoked one never signs again, and its id is never taken anew.
  ///
  /// A proof by a factor may come along; without one, the session must have proved one lately.
  public func revokeCredentials(
    _ selection: CredentialSelection, _ request: RevocationRequest = RevocationRequest(),
    idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    try await revoke(selection, request, idempotencyKey, session)
  }
}

extension CredentialID: Revocable {
  static var revocation: String { "revokeCredentials" }
  static var revocationEvent: String { "credentials_revoked" }
  /// The account has no such credential.
  static var unknown: Refusal {
    Refusal(
      .notFound, "the account has no such credential; list them with GET /biometric/credentials")
  }
  var stored: SQLValue { .blob(bytes) }

  static func all(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [CredentialID] {
    try Credentials.all(of: account, in: transaction).map(\.id)
  }

  func revoke(
    of account: AccountID, by revoker: Revoker, with service: Service, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE credentials SET revoked_at = ? WHERE id = ?",
      [.integer(now.milliseconds), stored])
    try Service.voidEntitlements(of: account, sparing: revoker.session, in: transaction)
    try service.audit.append(
      AuditEvent(
        "credential_revoked", subject: account,
        revoker.details(["credential": .string(base64URL)])),
      at: now, in: transaction)
    try Outbox.put(
      notice: .credentialRevoked, to: account, id: base64URL, at: now, in: transaction)
  }
}
