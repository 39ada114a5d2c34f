public import WireModel

extension Service {
  /// Sends a code for a purpose.
  ///
  /// Without a session only a sign-in can be asked for, and the answer is the same whether or not
  /// there is such an account. With a session the account's own name is used.
  ///
  /// - Parameters:
  ///   - request: For what, and without a session for whom.
  ///   - session: Who asks, where somebody is signed in.
  ///   - network: From where, by which the requests of strangers are counted.
  /// - Returns: The request's id and when the next may follow, or the refusal.
  /// - Throws: ``StoreError``.
  public func requestCode(
    _ request: CodeRequest, session: AuthenticatedSession?, from network: RequesterNetwork
  ) async throws -> Decision<CodeRequestAnswer> {
    let id = CodeRequestID.new("cod_", random)
    let now = clock.now()
    let decision = try await command { transaction in
      if request.channel == .sms {
        throw Refusal(.channelMissing, "this server sends codes by e-mail; ask for channel email")
      }
      let recipient = try codeRecipient(request, session: session, in: transaction)
      try storeCodeRequest(
        NewCodeRequest(
          id: id, userName: recipient.userName, displayName: nil,
          requester: session.map(CodeRequester.session) ?? .stranger(network),
          purpose: request.purpose, channel: request.channel), at: now, in: transaction)
      if recipient.exists {
        try Outbox.put(
          code: id, to: recipient.userName, request.channel, request.purpose,
          until: now.adding(seconds: policy.codes.lifetimeSeconds), at: now, in: transaction)
      }
      return CodeRequestAnswer(codeRequest: id.text, resendAfter: policy.codes.resendSeconds)
    }
    outboxBell.ring()
    return decision
  }

  private func codeRecipient(
    _ request: CodeRequest, session: AuthenticatedSession?, in transaction: any ReadTransaction
  ) throws -> (userName: String, exists: Bool) {
    if let session {
      guard request.userName == nil else {
        throw Refusal(.unacceptableValue, "leave out userName; the session says whose code it is")
      }
      guard request.purpose != .signIn else {
        throw Refusal(.unacceptableValue, "there is a session already; ask for another purpose")
      }
      let row = try transaction.row(
        "SELECT user_name FROM accounts WHERE id = ?", [.text(session.accountID.text)])
      guard let row else { throw Refusal.noSession }
      return (try row.text(0), true)
    }
    guard request.purpose == .signIn else { throw Refusal.noSession }
    guard let given = request.userName else {
      throw Refusal(.unacceptableValue, "give userName, or send the access token of a session")
    }
    let userName = try EmailAddress(given).text
    let row = try transaction.row(
      "SELECT 1 FROM accounts WHERE user_name = ?", [.text(userName)])
    return (userName, row != nil)
  }
}
