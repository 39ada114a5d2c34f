public import WireModel

extension Service {
  /// Makes a telephone number the account's, by the code that was texted to it.
  ///
  /// - Parameters:
  ///   - request: The code.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose number.
  /// - Returns: Whether the same request confirmed it before, or why the number does not hold.
  /// - Throws: ``StoreError``.
  public func confirmPhone(
    _ request: PhoneConfirmation, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    let change = repeatableChange("confirmPhone", idempotencyKey, session)
    let now = clock.now()
    let decision = try await command { transaction -> ActionResponse<Void> in
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      if try change.wasMade(in: transaction) { return ActionResponse(answer: (), isReplayed: true) }
      let otp = try GivenCodes.formed(request.otp)
      let account = session.accountID
      guard let phone = try Phones.unconfirmed(of: account, in: transaction) else {
        throw Refusal.verificationFailed
      }
      // A factor that came meanwhile is asked for, as it would be now.
      if phone.grant != nil, try Self.hadFactor(account, in: transaction) {
        throw Refusal.factorRequired
      }
      let judged = try judgeCode(
        otp, session: session, purposes: [.confirmPhone], .sms, at: now, in: transaction)
      // Another session has set another number since.
      guard judged.id == phone.code else { throw Refusal.verificationFailed }
      let former = try Phones.confirmed(of: account, in: transaction)
      try closeCode(judged.id, at: now, in: transaction)
      try Phones.confirm(phone, of: account, at: now, in: transaction)
      try change.store(at: now, in: transaction)
      try audit.append(
        AuditEvent(former == nil ? "phone_set" : "phone_changed", subject: account), at: now,
        in: transaction)
      try Outbox.put(
        notice: .phoneChanged, to: account, id: judged.id.text, at: now, in: transaction)
      if let former, former != phone.number {
        try Outbox.put(
          notice: .phoneChanged, toPhone: former, id: judged.id.text, at: now, in: transaction)
      }
      return ActionResponse(answer: (), isReplayed: false)
    }
    outboxBell.ring()
    return decision
  }
}
