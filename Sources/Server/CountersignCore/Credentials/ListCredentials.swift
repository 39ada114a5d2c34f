import WebAuthnModel
public import WireModel

extension Service {
  /// The account's credentials, oldest first.
  public func listCredentials(_ session: AuthenticatedSession) async throws -> CredentialList {
    try await store.read { try Self.credentialList(of: session.accountID, in: $0) }
  }

  /// An account's credentials, oldest first.
  static func credentialList(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> CredentialList {
    let rows = try transaction.rows(
      """
      SELECT id, created_at, last_used_at, transports, backed_up FROM credentials
      WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, id LIMIT 100
      """, [.text(account.text)])
    return CredentialList(
      credentials: try rows.map { row in
        CredentialList.Item(
          id: CredentialID(try row.blob(0)).base64URL,
          createdAt: Timestamp(milliseconds: try row.integer(1)).rfc3339,
          lastUsedAt: try row.optionalInteger(2).map { Timestamp(milliseconds: $0).rfc3339 },
          transports: try row.text(3).split(separator: " ").map(String.init),
          isBackedUp: try row.flag(4))
      })
  }
}
