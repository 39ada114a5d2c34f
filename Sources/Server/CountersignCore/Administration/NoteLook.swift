import WebAuthnModel
import WireModel

extension Service {
  /// Notes in the audit log that an administration looks at an account: before it sees anything of
  /// it.
  ///
  /// What it sees is read beside the writer then: it can be much, and no commit waits for it.
  ///
  /// - Returns: The account.
  /// - Throws: ``Refusal`` (`not_found`) where there is none; ``StoreError``.
  func noteLook(
    _ kind: String, at account: AccountReference, by host: AuthenticatedServiceKey,
    at now: Timestamp
  ) async throws -> AccountRow {
    try await command { transaction in
      let account = try Self.account(account, in: transaction)
      try audit.append(
        AuditEvent(kind, subject: account.id, ["key": .string(host.id.text)]), at: now,
        in: transaction)
      return account
    }.get()
  }

  /// Notes in the audit log that an administration looks at what is nobody's account alone.
  func noteLook(
    _ kind: String, by host: AuthenticatedServiceKey, at now: Timestamp,
    _ details: JSONObject = [:]
  ) async throws {
    var details = details
    details["key"] = .string(host.id.text)
    let event = AuditEvent(kind, subjectText: "service", details)
    try await store.write { try audit.append(event, at: now, in: $0) }
  }
}
