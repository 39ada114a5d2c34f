import WebAuthnModel
public import WireModel

extension Service {
  /// Texts a code to a new telephone number, which holds once that code is given.
  ///
  /// A number is no factor, but what codes are texted to: it takes what a factor takes, a proof by
  /// one that is there, or, on an account that never had any, a mailed code.
  ///
  /// - Parameters:
  ///   - request: The number, and what entitles to it.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose number.
  /// - Returns: The code request, or why none was texted.
  /// - Throws: ``StoreError``.
  public func setPhone(
    _ request: PhoneRequest, idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<CodeRequestAnswer> {
    let decision = try await self.decision {
      let number = try PhoneNumber(request.phone)
      guard policy.codes.channels.contains(.sms) else {
        throw Refusal(.channelMissing, "this server texts no codes; use an authenticator app")
      }
      let operation = factorOperation("setPhone", [.text(number.text)], idempotencyKey, session)
      if let first = try await store.read({ try earlierAnswer(to: operation, in: $0) }) {
        return try Self.codeRequest(stored: first)
      }
      let proved = try await proveFactor(request.proof, session: session)
      let id = CodeRequestID.new("cod_", random)
      let now = clock.now()
      return try await command { transaction in
        guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
        if let first = try earlierAnswer(to: operation, proved, in: transaction) {
          return try Self.codeRequest(stored: first)
        }
        let account = session.accountID
        // The code of a recovery gives a factor back; a number would be one that no factor set.
        if proved == nil, try Self.hadFactor(account, in: transaction) {
          throw Refusal.factorRequired
        }
        let confirmation = NewCodeRequest(
          id: id, userName: try userName(of: account, in: transaction), displayName: nil,
          requester: .session(session), purpose: .confirmPhone, channel: .sms)
        // What refuses comes before what is used up.
        try requireRequestsLeft(for: confirmation, at: now, in: transaction)
        let grant = try entitle(
          proved, code: request.validateCode, purpose: .register, session: session, on: operation,
          at: now, in: transaction)
        if let grant { try closeCode(grant, at: now, in: transaction) }
        try storeCodeRequest(confirmation, at: now, in: transaction)
        try Phones.propose(
          UnconfirmedPhone(number: number.text, code: id, grant: grant), for: account,
          in: transaction)
        try Outbox.put(
          code: id, to: number.text, .sms, .confirmPhone,
          until: now.adding(seconds: policy.codes.lifetimeSeconds), at: now, in: transaction)
        let answer = CodeRequestAnswer(
          codeRequest: id.text, resendAfter: policy.codes.resendSeconds,
          destination: MaskedDestination.ofPhone(number.text))
        try insert(operation, proved, answer: answer.json, at: now, in: transaction)
        return answer
      }.get()
    }
    outboxBell.ring()
    return decision
  }

  private static func codeRequest(stored json: JSONValue) throws -> CodeRequestAnswer {
    do {
      return try CodeRequestAnswer(json: json)
    } catch {
      throw StoreError(code: .corrupt, reason: "an operation's answer is no code request: \(error)")
    }
  }

  /// The name by which an account is known.
  func userName(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> String {
    let row = try transaction.row(
      "SELECT user_name FROM accounts WHERE id = ?", [.text(account.text)])
    guard let row else { throw Refusal.noSession }
    return try row.text(0)
  }
}
