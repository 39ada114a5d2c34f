import WebAuthnModel
public import WireModel

extension Service {
  /// Unblocks every factor of an account: by an administrator, who knows who asks.
  ///
  /// - Parameters:
  ///   - request: Whose factors.
  ///   - host: The service key of the administration.
  /// - Returns: Nothing, or `not_found` where there is no such account.
  /// - Throws: ``StoreError``.
  public func unblock(
    _ request: AdministrationRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<Void> {
    let now = clock.now()
    let decision = try await command { transaction in
      let account = try Self.account(request.account, in: transaction).id
      try Attempts.clearAll(of: account, in: transaction)
      try audit.append(
        AuditEvent("unblocked", subject: account, ["key": .string(host.id.text)]), at: now,
        in: transaction)
      try Outbox.put(
        notice: .unblocked, to: account, id: "\(account.text):\(now.milliseconds)", at: now,
        in: transaction)
    }
    outboxBell.ring()
    return decision
  }
}
