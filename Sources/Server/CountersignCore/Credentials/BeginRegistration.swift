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
  let event = "registration_begun"
  let scenario = ScenarioName.manageFactors
  let service: Service

  func terms(in policy: ServicePolicy) -> ActionTerms {
    .ofFactors(or: .codeForFirstFactorOrRecovery)
  }

  func bodyHash(of isByCode: Bool) -> [UInt8] { BodyHash.of(name, []) }

  func prepare(_ isByCode: Bool, for caller: Caller) async throws -> Challenge {
    service.challenges.issue(
      .create, scenario: scenario, audience: caller.audience, canonicalTransaction: nil,
      now: service.clock.now(), nonce: service.random.bytes(16))
  }

  /// A key that there is no room for is refused here: it costs no attempt at a PIN.
  func document(for isByCode: Bool, in context: ReadingContext) throws -> Documented<Void> {
    try service.requireRoom(
      forCredentialOf: context.account, byCode: isByCode, at: context.now,
      in: context.transaction)
    return Documented(.withoutTransaction(scenario), ())
  }

  func execute(
    _ isByCode: Bool, _ challenge: Challenge, _ documented: Documented<Void>,
    in context: ActionContext
  ) throws -> Execution {
    try context.transaction.execute(
      """
      INSERT INTO registration_grants (challenge_id, account_id, code_request_id, at)
      VALUES (?, ?, ?, ?)
      """,
      [
        .blob(ChallengeLayout(challenge.bytes)?.id ?? []), .text(context.account.text),
        SQLValue(context.code?.text), .integer(context.now.milliseconds),
      ])
    return Execution(answer: ["challenge": .string(challenge.base64URL)])
  }

  /// The options around the challenge that was issued first: a repetition makes no second key.
  func result(
    of operation: StoredOperation, in context: ReadingContext
  ) throws -> CredentialCreationOptions {
    var reader = try JSONObjectReader(operation.requireAnswer())
    let challenge = Challenge(Base64URL.decode(try reader.string("challenge")) ?? [])
    return try service.creationOptions(challenge, context.account, in: context.transaction)
  }
}

extension Service {
  /// Gives the options with which a browser or device makes a new credential.
  public func registrationOptions(
    _ request: RegistrationOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<CredentialCreationOptions> {
    try await pipeline.change(
      BeginRegistration(service: self),
      ActionCall(
        caller: .session(session), request: request.validateCode != nil,
        proof: GivenProof(request.proof, or: request.validateCode, for: .register))
    ).map(\.answer)
  }

  /// How an authenticator is to make a key for an account.
  func creationOptions(
    _ challenge: Challenge, _ accountID: AccountID, in transaction: any ReadTransaction
  ) throws -> CredentialCreationOptions {
    let account = try transaction.row(
      "SELECT user_name, display_name FROM accounts WHERE id = ?", [.text(accountID.text)])
    guard let account else { throw Refusal.noSession }
    return CredentialCreationOptions(
      relyingParty: RelyingPartyEntity(id: ceremony.relyingPartyID, name: relyingPartyName),
      user: UserEntity(
        id: accountID.userHandle, name: try account.text(0), displayName: try account.text(1)),
      challenge: challenge, timeoutMilliseconds: Int(policy.challengeTimeoutMilliseconds),
      excludeCredentials: try Credentials.all(of: accountID, in: transaction).map {
        CredentialDescriptor(id: $0.id, transports: $0.transports)
      }, userVerification: .required)
  }
}
