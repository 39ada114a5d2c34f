import WebAuthnModel
public import WireModel

/// Sets an authenticator app up: its secret holds once a code of it is given.
///
/// The secret is told once, in the answer to this request. A client that lost the answer asks again
/// with a fresh proof, and gets another secret in place of the lost one.
struct EnrolAuthenticatorApp: ProtectedAction {
  let name = "enrolAuthenticatorApp"
  let scenario = ScenarioName.manageFactors

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    var requirements = ProofRequirements.ofFactors(or: .codeForFirstFactorOrRecovery)
    requirements.repetition = .never
    return requirements
  }

  func bodyHash(of secret: [UInt8]) -> [UInt8] { BodyHash.of(name, []) }

  func document(
    for secret: [UInt8], _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(changing: .addAuthenticatorApp) }

  func execute(
    _ secret: [UInt8], _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    try context.requireAppCodesTaken()
    if try AuthenticatorApps.isEnrolled(context.account, in: context.transaction) {
      try context.requireMayTakeApp()
    }
    try AuthenticatorApps.propose(
      UnconfirmedApp(
        secret: secret, at: context.now, grant: context.code,
        ground: try context.enrolment().ground),
      for: context.account, in: context.caller.session?.id, context.transaction)
    let name = try Accounts.userName(of: context.account, in: context.transaction)
    return Execution("authenticator_app_proposed", answer: ["userName": .string(name)])
  }

  /// The name under which the app shows its codes.
  func result(of operation: StoredOperation) throws -> String {
    var reader = try JSONObjectReader(operation.requireAnswer())
    return try reader.string("userName")
  }
}

extension ActionContext {
  /// Refuses a secret of which no code could be confirmed now.
  fileprivate func requireAppCodesTaken() throws {
    let count = try Attempts.count(of: .twoFactor(account), in: transaction)
    if count.isStopped(atMost: policy.attempts.maxAttempts, at: now) {
      throw Refusal.factorBlocked.blocked(until: count.penalisedUntil, at: now)
    }
  }

  /// Refuses to take the account's app away by a weak proof that is none of the app's.
  fileprivate func requireMayTakeApp() throws {
    if case .codes(let given) = proof.method, case .app = given.second { return }
    // A mailed code completes a recovery, which puts aside all that was there.
    guard code == nil else { return }
    guard try enrolment().ground == .strongProof else { throw Refusal.strongFactorRequired }
  }
}

extension AuthenticatorApps {
  /// Gives the secret of an authenticator app, which holds once a code of it is given.
  ///
  /// - Parameters:
  ///   - request: What entitles to it: as for any factor.
  ///   - idempotencyKey: The caller's name for this change, where it gave one. It is answered once:
  ///     the same key again takes a fresh proof, and gives another secret.
  ///   - session: Whose app.
  /// - Returns: The secret, or why there is none.
  /// - Throws: ``StoreError``.
  public func enrol(
    _ request: AuthenticatorAppRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<AuthenticatorAppAnswer>> {
    let secret = commands.random.bytes(20)
    return try await pipeline.change(
      EnrolAuthenticatorApp(),
      ActionCall(
        caller: .session(session), request: secret,
        proof: UnverifiedProof(request.proof, or: request.validateCode, for: .factor),
        idempotencyKey: idempotencyKey)
    ).map { named in
      ActionResponse(answer: answer(secret, for: named.answer), isReplayed: named.isReplayed)
    }
  }

  private func answer(_ secret: [UInt8], for userName: String) -> AuthenticatorAppAnswer {
    let text = Base32.encode(secret)
    return AuthenticatorAppAnswer(
      secret: SecretText(text),
      uri: SecretText(Self.keyURI(text, issuer: issuerName, account: userName)))
  }

  /// The address by which an app takes a secret (the key URI format of authenticator apps).
  static func keyURI(_ secret: String, issuer: String, account: String) -> String {
    let issuer = PercentEncoding.encode(withoutColons(issuer))
    let account = PercentEncoding.encode(withoutColons(account))
    return "otpauth://totp/\(issuer):\(account)?secret=\(secret)&issuer=\(issuer)"
      + "&algorithm=SHA1&digits=6&period=\(OneTimePassword.stepSeconds)"
  }

  /// A name for the label, in which one colon alone parts issuer and account, encoded or not.
  private static func withoutColons(_ name: String) -> String {
    name.split(separator: ":").map { part in
      part.drop { $0 == " " }
    }.joined(separator: " ")
  }

  /// Makes an authenticator app a factor of the account, by a code that it shows.
  ///
  /// - Parameters:
  ///   - request: The code.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose app.
  /// - Returns: Whether the same request confirmed it before, or why the app does not hold.
  /// - Throws: ``StoreError``.
  public func confirm(
    _ request: AuthenticatorAppConfirmation, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    let change = RepeatableChange("confirmAuthenticatorApp", idempotencyKey, session, commands)
    let now = commands.now()
    let decision = try await commands.run { [self] transaction -> ActionResponse<Void> in
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      if try change.wasMade(in: transaction) { return ActionResponse(answer: (), isReplayed: true) }
      let code = try GivenCodes.formed(request.twoFactorCode)
      let account = session.accountID
      let app = try AuthenticatorApps.unconfirmed(by: session, in: transaction)
      guard let app, now.milliseconds(since: app.at) < policy.lifetimeSeconds * 1000 else {
        throw Refusal.verificationFailed
      }
      try grounds.require(app.ground, of: account, at: now, in: transaction)
      try limits.requireUnblocked(.twoFactor(account), at: now, in: transaction)
      let path = CodePath(.app, of: account)
      try limits.requireEnabled(path, in: transaction)
      let step = OneTimePassword.step(of: code.exposed, app.secret, at: now, after: 0)
      guard let step else { throw Refusal.verificationFailed.counting(.appCode(account)) }
      // A recovery that this completes takes away all that was there before.
      try recoveries.settle(app.grant, session: session, at: now, in: transaction)
      let enrolment = Enrolment(
        account: account, ground: app.ground, session: session.id, page: session.page)
      let wait = try factors.store(
        .authenticatorApp(
          sealed: try transaction.seal(of: account).seal(
            app.secret, at: AuthenticatorApps.place(account)), usedStep: step), enrolment,
        at: now, transaction)
      try Attempts.clear(.twoFactor(account), in: transaction)
      try path.clear(in: transaction)
      try change.store(at: now, in: transaction)
      try audit.append(
        AuditEvent("authenticator_app_added", subject: account), at: now, in: transaction)
      try Outbox.put(
        notice: .authenticatorAppAdded, to: account, id: "\(account.text):\(now.milliseconds)",
        stop: wait.map { enrolment.stop($0.text) }, at: now, in: transaction)
      return ActionResponse(answer: (), isReplayed: false)
    }
    commands.outboxBell.ring()
    return decision
  }
}

/// Removes the account's authenticator app; nothing happens where there is none.
struct RemoveAuthenticatorApp: ProtectedAction {
  let name = "removeAuthenticatorApp"
  let scenario = ScenarioName.manageFactors

  func requirements(in policy: ServicePolicy) -> ProofRequirements { .ofRemoval(or: .none) }

  func bodyHash(of request: Void) -> [UInt8] { BodyHash.of(name, []) }

  func document(
    for request: Void, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(changing: .removeAuthenticatorApp) }

  func execute(
    _ request: Void, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    let (account, transaction) = (context.account, context.transaction)
    let wasEnrolled = try AuthenticatorApps.isEnrolled(account, in: transaction)
    if wasEnrolled { try context.requireMayTakeApp() }
    try AuthenticatorApps.remove(of: account, in: transaction)
    guard wasEnrolled else {
      return Execution("authenticator_app_removed", details: ["wasThere": false])
    }
    try Accounts.noteGone(
      [.codes], of: account, sparing: context.caller.session?.id, at: context.now, in: transaction)
    try Outbox.put(
      notice: .authenticatorAppRemoved, to: account,
      id: "\(account.text):\(context.now.milliseconds)", at: context.now, in: transaction)
    return Execution("authenticator_app_removed")
  }

  func result(of operation: StoredOperation) {}
}

extension AuthenticatorApps {
  /// Removes the account's authenticator app; nothing happens where there is none.
  ///
  /// - Parameters:
  ///   - request: A proof by a factor.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose app.
  /// - Returns: Whether the same request removed it before, or why the app stays.
  /// - Throws: ``StoreError``.
  public func remove(
    _ request: RevocationRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    try await pipeline.change(
      RemoveAuthenticatorApp(),
      ActionCall(
        caller: .session(session), request: (), proof: UnverifiedProof(request.proof),
        idempotencyKey: idempotencyKey))
  }
}
