import RelyingParty
public import WebAuthnModel
public import WireModel

extension Service {
  /// Gives the options with which a browser or device makes a new credential.
  ///
  /// A mailed code alone entitles to the account's first factor; every further one needs a proof by
  /// a factor that is there (NIST SP 800-63B, binding; RTS-24).
  public func registrationOptions(
    _ request: RegistrationOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<CredentialCreationOptions> {
    try await decision {
      let now = clock.now()
      let challenge = challenges.issue(
        .create, scenario: .manageFactors, audience: ChallengeIssuer.Audience(session),
        canonicalTransaction: nil, now: now, nonce: random.bytes(16))
      // A key that there is no room for costs no attempt at the PIN; registering looks again.
      try await store.read { transaction in
        try requireRoom(
          forCredentialOf: session.accountID, byCode: request.validateCode != nil, at: now,
          in: transaction)
      }
      let proved = try await proveFactor(request.proof, session: session)
      return try await factorCommand(session, proved) { transaction in
        let code = try entitle(
          proved, code: request.validateCode, purpose: .register, session: session, at: now,
          in: transaction)
        try transaction.execute(
          """
          INSERT INTO registration_grants (challenge_id, account_id, code_request_id, at)
          VALUES (?, ?, ?, ?)
          """,
          [
            .blob(ChallengeLayout(challenge.bytes)?.id ?? []), .text(session.accountID.text),
            SQLValue(code?.text), .integer(now.milliseconds),
          ])
        return try creationOptions(challenge, session.accountID, in: transaction)
      }.get()
    }
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
