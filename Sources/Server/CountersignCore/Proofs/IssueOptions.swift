import RelyingParty
public import WebAuthnModel
public import WireModel

extension Service {
  /// An unlinked challenge for TOP_UP (`GET /biometric/auth/options`).
  public func authenticationOptions(
    session: AuthenticatedSession
  ) async throws -> Decision<CredentialRequestOptions> {
    try await decision {
      let challenge = challenges.issue(
        .get, scenario: .topUp, audience: ChallengeIssuer.Audience(session),
        canonicalTransaction: nil, now: clock.now(), nonce: random.bytes(16))
      return requestOptions(challenge, allowing: try await registeredKeys(of: session))
    }
  }

  /// A challenge linked to one transaction (`POST /biometric/auth/options`).
  public func linkedOptions(
    _ request: LinkedOptionsRequest, session: AuthenticatedSession
  ) async throws -> Decision<LinkedOptions> {
    try await decision {
      let now = clock.now()
      let (action, keys, creation) = try await store.read {
        let action = try registry.document(
          of: request.scenario, request.payload,
          in: ReadingContext(transaction: $0, caller: .session(session), now: now))
        return (
          action, try Credentials.descriptors(of: session.accountID, in: $0),
          action.scenario == .manageFactors
            ? try firstCreationOptions(session, at: now, in: $0) : nil
        )
      }
      return LinkedOptions(
        options: requestOptions(
          challenge(.get, for: action, session, at: now), allowing: keys),
        transaction: action.transaction,
        // Only a device has a PIN key.
        pinChallenge: session.deviceID.map { _ in challenge(.pin, for: action, session, at: now) },
        creation: creation)
    }
  }

  /// A challenge linked to an action.
  private func challenge(
    _ purpose: ChallengeIssuer.Purpose, for action: ActionDocument,
    _ session: AuthenticatedSession, at now: Timestamp
  ) -> Challenge {
    challenges.issue(
      purpose, scenario: action.scenario, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: action.canonical, now: now, nonce: random.bytes(16))
  }

  /// How to make a key that is registered beside the account's first PIN; nil where it had a
  /// factor, since that one entitles to another.
  private func firstCreationOptions(
    _ session: AuthenticatedSession, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> CredentialCreationOptions? {
    guard try !Self.hadFactor(session.accountID, in: transaction) else { return nil }
    let challenge = challenges.issue(
      .create, scenario: .manageFactors, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: nil, now: now, nonce: random.bytes(16))
    return try creationOptions(challenge, session.accountID, in: transaction)
  }

  /// Request options around a challenge; user verification is required wherever money or a factor
  /// is at stake, and that is everywhere.
  func requestOptions(
    _ challenge: Challenge, allowing credentials: [CredentialDescriptor]
  ) -> CredentialRequestOptions {
    CredentialRequestOptions(
      challenge: challenge, relyingPartyID: ceremony.relyingPartyID,
      allowCredentials: credentials, userVerification: .required,
      timeoutMilliseconds: Int(policy.challengeTimeoutMilliseconds))
  }

  private func registeredKeys(
    of session: AuthenticatedSession
  ) async throws -> [CredentialDescriptor] {
    try await store.read { try Credentials.descriptors(of: session.accountID, in: $0) }
  }
}
