import WebAuthnModel
public import WireModel

extension Service {
  /// Opens a session for a person whom a host's backend signed in itself.
  ///
  /// The account is made where it is missing. No factor of this server was proved: the session does
  /// what one opened by a mailed code does, and no more.
  ///
  /// - Parameters:
  ///   - request: Who, and the name to show where the account is made.
  ///   - host: Who asks.
  /// - Returns: The session, or `not_found` where there is no account and no name to make it with.
  /// - Throws: `StoreError`.
  public func openSession(
    _ request: ServiceSessionRequest, host: AuthenticatedServiceKey
  ) async throws -> Decision<SessionAnswer> {
    let draft = SessionDraft(random: random, now: clock.now())
    let newAccountID = AccountID.new("acc_", random)
    return try await command { transaction in
      let account = try hostAccount(
        request.userName, displayName: request.displayName, orNew: newAccountID, at: draft.now,
        in: transaction)
      let answer = try store(
        draft, of: account, from: nil, methods: [], isProved: false, in: transaction)
      let details: JSONObject = [
        "session": .string(draft.id.text), "key": .string(host.id.text),
      ]
      try audit.append(
        AuditEvent("host_opened_session", subject: account, details), at: draft.now,
        in: transaction)
      return answer
    }
  }

  /// The account of a person whom a host's backend knows, made where it is missing.
  func hostAccount(
    _ userName: String, displayName: String?, orNew newAccountID: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> AccountID {
    let userName = try EmailAddress(userName).text
    let displayName = try displayName.map { try DisplayName($0).text }
    let existing = try transaction.row(
      "SELECT id FROM accounts WHERE user_name = ?", [.text(userName)])
    if let existing { return AccountID(try existing.text(0)) }
    guard let displayName else {
      throw Refusal(.notFound, "no account has that userName; give a displayName to make one")
    }
    try createAccount(
      newAccountID, userName: userName, displayName: displayName, at: now, in: transaction)
    return newAccountID
  }
}
