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
  ) async throws -> Decision<FactorChange<CodeRequestAnswer>> {
    let decision: Decision<FactorChange<CodeRequestAnswer>> = try await self.decision {
      let number = try PhoneNumber(request.phone)
      guard policy.codes.channels.contains(.sms) else {
        throw Refusal(.channelMissing, "this server texts no codes; use an authenticator app")
      }
      let operation = factorOperation("setPhone", [.text(number.text)], idempotencyKey, session)
      if let first = try await store.read({ try earlierAnswer(to: operation, in: $0) }) {
        return try .again(first)
      }
      let id = CodeRequestID.new("cod_", random)
      // A text that cannot be sent now costs no attempt at the PIN; the command looks again. What
      // answers a challenge may be a repetition, which the command answers as it was.
      if case .pin? = request.proof {
        let asked = clock.now()
        _ = try await store.read { transaction in
          try requireRequestsLeft(
            for: confirmation(id, session, in: transaction), at: asked, in: transaction)
        }
      }
      let proved = try await proveFactor(request.proof, session: session)
      let now = clock.now()
      return try await factorCommand(session, proved) {
        transaction -> FactorChange<CodeRequestAnswer> in
        if let first = try earlierAnswer(to: operation, proved, in: transaction) {
          return try .again(first)
        }
        let account = session.accountID
        // The code of a recovery gives a factor back; a number would be one that no factor set.
        if proved == nil, try Self.hadFactor(account, in: transaction) {
          throw Refusal.factorRequired
        }
        let confirmation = try confirmation(id, session, in: transaction)
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
        return .made(answer)
      }.get()
    }
    outboxBell.ring()
    return decision
  }

  /// The request of the code that is texted to the new number.
  private func confirmation(
    _ id: CodeRequestID, _ session: AuthenticatedSession, in transaction: any ReadTransaction
  ) throws -> NewCodeRequest {
    NewCodeRequest(
      id: id, userName: try userName(of: session.accountID, in: transaction), displayName: nil,
      requester: .session(session), purpose: .confirmPhone, channel: .sms)
  }
}
