import WebAuthnModel
public import WireModel

extension Service {
  /// Unblocks every factor of an account: by an administrator, who knows who asks.
  ///
  /// - Parameters:
  ///   - request: Whose factors.
  ///   - host: The service key of the administration.
  /// - Returns: Nothing, or `not_found` where no account has the name.
  /// - Throws: ``StoreError``.
  public func unblock(
    _ request: AdministrationRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<Void> {
    let now = clock.now()
    let decision = try await command { transaction in
      let userName = try EmailAddress(request.userName).text
      let row = try transaction.row(
        "SELECT id FROM accounts WHERE user_name = ?", [.text(userName)])
      guard let account = try row.map({ AccountID(try $0.text(0)) }) else {
        throw Refusal(.notFound, "no account has that name")
      }
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
