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
      if let action = request.action {
        guard let session else { throw Refusal.noSession }
        return try requestApprovalCode(
          id, request, action, session: session, at: now, in: transaction)
      }
      guard request.purpose != .confirmPhone else {
        throw Refusal(.unacceptableValue, "purpose: a number is set with PUT /account/phone")
      }
      guard request.channel == .email else {
        throw Refusal(.channelMissing, "only a code for purpose approve is texted; ask for email")
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
      return CodeRequestAnswer(
        codeRequest: id.text, resendAfter: policy.codes.resendSeconds,
        destination: session.map { _ in MaskedDestination.ofMail(recipient.userName) })
    }
    outboxBell.ring()
    return decision
  }

  /// Sends a code that stands in for a factor, for one action: mailed, or texted anew where the
  /// mailed one was right.
  private func requestApprovalCode(
    _ id: CodeRequestID, _ request: CodeRequest, _ asked: LinkedOptionsRequest,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CodeRequestAnswer {
    guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
    // Of the codes, only an authenticator app's is a factor with which others are managed.
    if asked.scenario == .manageFactors,
      try !AuthenticatorApps.isEnrolled(session.accountID, in: transaction)
    {
      throw Refusal.proofNotAllowed
    }
    // A host's own takes keys alone.
    guard !policy.scenarios.ofHost.contains(asked.scenario) else { throw Refusal.proofNotAllowed }
    let action = try registry.document(
      of: asked.scenario, asked.payload,
      in: ReadingContext(transaction: transaction, caller: .session(session), now: now))
    let destination: String
    switch request.channel {
    case .email:
      let recipient = try codeRecipient(request, session: session, in: transaction).userName
      try putCode(
        id, .email, to: recipient, for: action, session: session, at: now, in: transaction)
      destination = MaskedDestination.ofMail(recipient)
    case .sms:
      try requireNoApp(of: session.accountID, in: transaction)
      let number = try confirmedPhone(of: session.accountID, in: transaction)
      let mailed = try openCode(.email, for: action, session, at: now, in: transaction)
      guard mailed?.rightAt != nil else {
        throw Refusal(.proofNotAllowed, "a code is texted after the mailed one was given")
      }
      try textCode(id, to: number, for: action, session: session, at: now, in: transaction)
      destination = MaskedDestination.ofPhone(number)
    }
    return CodeRequestAnswer(
      codeRequest: id.text, resendAfter: policy.codes.resendSeconds, destination: destination,
      second: try secondCode(of: session.accountID, in: transaction))
  }

  /// Stores a code for an action and has it sent.
  func putCode(
    _ id: CodeRequestID, _ channel: CodeChannel, to address: String, for action: ActionDocument,
    session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try storeCodeRequest(
      NewCodeRequest(
        id: id, userName: try userName(of: session.accountID, in: transaction), displayName: nil,
        requester: .session(session), purpose: .approve, channel: channel,
        binding: action.codeBinding), at: now, in: transaction)
    try Outbox.put(
      code: id, to: address, channel, .approve, of: action.approved,
      until: now.adding(seconds: policy.codes.lifetimeSeconds), at: now, in: transaction)
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
      return (try userName(of: session.accountID, in: transaction), true)
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
