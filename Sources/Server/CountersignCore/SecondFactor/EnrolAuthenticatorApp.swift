public import WireModel

extension Service {
  /// Gives the secret of an authenticator app, which holds once a code of it is given.
  ///
  /// The same request under the same key gives the same secret, as long as it is being set up: no
  /// answer is stored.
  ///
  /// - Parameters:
  ///   - request: What entitles to it: as for any factor.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose app.
  /// - Returns: The secret, or why there is none.
  /// - Throws: ``StoreError``.
  public func enrolAuthenticatorApp(
    _ request: AuthenticatorAppRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<FactorChange<AuthenticatorAppAnswer>> {
    try await decision {
      let operation = factorOperation("enrolAuthenticatorApp", [], idempotencyKey, session)
      if let first = try await store.read({ try enrolment(operation, in: $0) }) {
        return FactorChange(answer: first, isReplayed: true)
      }
      let proved = try await proveFactor(request.proof, session: session)
      let (secret, nonce) = (random.bytes(20), random.bytes(12))
      let now = clock.now()
      return try await factorCommand(session, proved) {
        transaction -> FactorChange<AuthenticatorAppAnswer> in
        if let first = try enrolment(operation, proved, in: transaction) {
          return FactorChange(answer: first, isReplayed: true)
        }
        let account = session.accountID
        let grant = try entitle(
          proved, code: request.validateCode, purpose: .register, session: session, on: operation,
          at: now, in: transaction)
        try AuthenticatorApps.propose(
          UnconfirmedApp(secret: secret, at: now, grant: grant), for: account, audit.keyring,
          nonce: nonce, in: transaction)
        try insert(operation, proved, at: now, in: transaction)
        return .made(try answer(secret, of: account, in: transaction))
      }.get()
    }
  }

  /// What was answered to this very request before, while it is being set up.
  private func enrolment(
    _ operation: FactorOperation, _ proved: ActionProof? = nil,
    in transaction: any ReadTransaction
  ) throws -> AuthenticatorAppAnswer? {
    guard try earlierAnswer(to: operation, proved, in: transaction) != nil else { return nil }
    let account = operation.session.accountID
    guard
      let app = try AuthenticatorApps.unconfirmed(of: account, audit.keyring, in: transaction)
    else { throw Refusal.alreadyUsed }
    return try answer(app.secret, of: account, in: transaction)
  }

  private func answer(
    _ secret: [UInt8], of account: AccountID, in transaction: any ReadTransaction
  ) throws -> AuthenticatorAppAnswer {
    let text = Base32.encode(secret)
    let issuer = PercentEncoding.encode(relyingPartyName)
    let name = PercentEncoding.encode(try userName(of: account, in: transaction))
    return AuthenticatorAppAnswer(
      secret: SecretText(text),
      uri: SecretText(
        "otpauth://totp/\(issuer):\(name)?secret=\(text)&issuer=\(issuer)"
          + "&algorithm=SHA1&digits=6&period=\(OneTimePassword.stepSeconds)"))
  }

  /// Makes an authenticator app a factor of the account, by a code that it shows.
  ///
  /// - Parameters:
  ///   - request: The code.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose app.
  /// - Returns: Whether the same request confirmed it before, or why the app does not hold.
  /// - Throws: ``StoreError``.
  public func confirmAuthenticatorApp(
    _ request: AuthenticatorAppConfirmation, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<FactorChange<Void>> {
    let operation = factorOperation("confirmAuthenticatorApp", [], idempotencyKey, session)
    let (nonce, now) = (random.bytes(12), clock.now())
    let decision = try await command { transaction -> FactorChange<Void> in
      guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
      if try earlierAnswer(to: operation, in: transaction) != nil { return .again }
      let code = try GivenCodes.formed(request.twoFactorCode)
      let account = session.accountID
      let app = try AuthenticatorApps.unconfirmed(of: account, audit.keyring, in: transaction)
      guard let app, now.milliseconds(since: app.at) < policy.codes.lifetimeSeconds * 1000 else {
        throw Refusal.verificationFailed
      }
      if app.grant != nil { try requireEntitled(byCode: account, at: now, in: transaction) }
      try requireUnblocked(.twoFactor(account), at: now, in: transaction)
      let step = OneTimePassword.step(of: code.exposed, app.secret, at: now, after: 0)
      guard let step else { throw try countWrongAppCode(of: account, at: now, in: transaction) }
      // A recovery that this completes takes away all that was there before.
      try settle(app.grant, session: session, at: now, in: transaction)
      // One whose place this takes is gone, and with it what it entitled to.
      if try AuthenticatorApps.isEnrolled(account, in: transaction) {
        try Self.voidEntitlements(of: account, sparing: session.id, in: transaction)
      }
      try AuthenticatorApps.confirm(
        app.secret, of: account, usedStep: step, at: now, audit.keyring, nonce: nonce,
        in: transaction)
      try Attempts.clear(.twoFactor(account), in: transaction)
      try noteFactor(account, at: now, in: transaction)
      try insert(operation, nil, at: now, in: transaction)
      try audit.append(
        AuditEvent("authenticator_app_added", subject: account), at: now, in: transaction)
      try Outbox.put(
        notice: .authenticatorAppAdded, to: account, id: "\(account.text):\(now.milliseconds)",
        at: now, in: transaction)
      return .made
    }
    outboxBell.ring()
    return decision
  }
}
