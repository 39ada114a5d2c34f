import RelyingParty
public import WebAuthnModel
public import WireModel

/// Entitles to a new credential: what is spent here is the right to make one, which the
/// registration uses up.
///
/// A mailed code alone entitles to the account's first factor; every further one needs a proof by a
/// factor that is there (NIST SP 800-63B, binding; RTS-24).
struct BeginRegistration: ProtectedAction {
  let name = "beginRegistration"
  let scenario = ScenarioName.manageFactors
  let keys: KeyRegistrations
  let ceremonies: Ceremonies

  func requirements(in policy: ServicePolicy) -> ProofRequirements {
    .ofFactors(or: .codeForFirstFactorOrRecovery)
  }

  func bodyHash(of isByCode: Bool) -> [UInt8] { BodyHash.of(name, []) }

  func prepare(
    _ isByCode: Bool, for caller: Caller, at now: Timestamp, _ random: any RandomBytes
  ) async throws -> Challenge {
    ceremonies.challenges.issue(
      .create, .unlinked(scenario), audience: caller.audience, now: now, nonce: random.bytes(16))
  }

  /// A key that there is no room for is refused here: it costs no attempt at a PIN.
  func facts(of isByCode: Bool, for caller: Caller, at now: Timestamp) -> FactsQuery<NoFacts> {
    FactsQuery { transaction in
      try keys.requireRoom(
        forCredentialOf: caller.account, byCode: isByCode, at: now, in: transaction)
    }
  }

  func document(
    for isByCode: Bool, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(changing: .addPasskey) }

  func execute(
    _ isByCode: Bool, _ challenge: Challenge, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    let binding = context.checkedCode?.binding
    let ground = binding == nil ? try context.enrolment().ground : .onTheWay
    try context.transaction.execute(
      """
      INSERT INTO registration_grants (challenge_id, account_id, code_request_id, ground, binding,
        at) VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .blob(ChallengeLayout(challenge.bytes)?.id ?? []), .text(context.account.text),
        SQLValue(context.code?.text), .text(ground.rawValue), SQLValue(binding),
        .integer(context.now.milliseconds),
      ])
    return Execution(
      "registration_begun",
      answer: try ceremonies.creation(challenge, context.account, in: context.transaction).json)
  }

  /// The options as they were given first: a repetition makes no second key, and does not list
  /// those that came since.
  func result(of operation: StoredOperation) throws -> CredentialCreationOptions {
    try CredentialCreationOptions(json: operation.requireAnswer())
  }
}

extension Credentials {
  /// Gives the options with which a browser or device makes a new credential.
  public func registrationOptions(
    _ request: RegistrationOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<CredentialCreationOptions> {
    try await pipeline.change(
      grant,
      ActionCall(
        caller: .session(session), request: request.validateCode != nil,
        proof: UnverifiedProof(request.proof, or: request.validateCode, for: .passkey))
    ).map(\.answer)
  }

  /// Registers the credential that an authenticator made (WebAuthn §7.1).
  public func register(
    _ response: RegistrationResponse, session: AuthenticatedSession
  ) async throws -> Decision<RegisteredCredential> {
    try await decision {
      let now = commands.now()
      let checked = try await refusals.noting("registration_refused", nil, of: session) {
        try keys.verify(
          response, of: session.accountID, audience: ChallengeIssuer.Audience(session))
      }
      let record = checked.verified.record
      try await commands.run { [self] transaction in
        guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
        try keys.requireTimely(checked, at: now)
        // What refuses comes before what is used up.
        let grant = try registrationGrant(
          checked.issued.layout.id, of: session.accountID, in: transaction)
        try grounds.require(grant.ground, of: session.accountID, at: now, in: transaction)
        try keys.requireRoom(
          forCredentialOf: session.accountID, byCode: grant.code != nil, at: now, in: transaction)
        try Credentials.requireNew(record.id, in: transaction)
        let isRecovered = try use(grant, session: session, at: now, in: transaction)
        let enrolment = Enrolment(
          account: session.accountID, ground: grant.ground, session: session.id, page: session.page)
        // Under a hold it waits before it acts, also on that document: it is a factor at once.
        if let binding = grant.binding,
          try !Holds.isOnHold(session.accountID, in: transaction)
        {
          try keys.keep(
            record, for: KeyErrand(binding: binding, session: session.id), of: enrolment,
            from: session.deviceID, at: now, in: transaction)
        } else {
          try keys.store(
            record, of: enrolment, from: isRecovered ? nil : session.deviceID, at: now,
            in: transaction)
        }
      }.get()
      commands.outboxBell.ring()
      return RegisteredCredential(credentialID: record.id.base64URL)
    }
  }

  /// The right to register that the options gave, with the code that entitled to it.
  private func registrationGrant(
    _ challengeID: [UInt8], of account: AccountID, in transaction: any ReadTransaction
  ) throws -> RegistrationGrant {
    let grant = try transaction.row(
      """
      SELECT code_request_id, ground, binding FROM registration_grants
      WHERE challenge_id = ? AND account_id = ?
      """, [.blob(challengeID), .text(account.text)])
    guard let grant else { throw Refusal.usedUp }
    guard let ground = Ground(rawValue: try grant.text(1)) else {
      throw StoreError(code: .corrupt, reason: "the ground of a grant")
    }
    return RegistrationGrant(
      challengeID: challengeID, code: try grant.optionalText(0).map { CodeRequestID($0) },
      ground: ground, binding: try grant.optionalBlob(2))
  }

  /// Uses up the right to register: one code gives one factor, even where options were asked for
  /// twice.
  ///
  /// - Returns: Whether the account was recovered with it.
  private func use(
    _ grant: RegistrationGrant, session: AuthenticatedSession, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    let isRecovered = try recoveries.settle(
      grant.code, session: session, at: now, in: transaction)
    try transaction.execute(
      "DELETE FROM registration_grants WHERE challenge_id = ?", [.blob(grant.challengeID)])
    return isRecovered
  }
}

/// The right to register one credential.
private struct RegistrationGrant {
  let challengeID: [UInt8]
  let code: CodeRequestID?
  let ground: Ground
  /// A keyed hash of the one document that the credential is for first; nil for any other.
  let binding: [UInt8]?
}

/// A new credential that verified, and the challenge that it answers.
struct CheckedRegistration: Sendable {
  let issued: IssuedChallenge
  let verified: VerifiedRegistration
}
