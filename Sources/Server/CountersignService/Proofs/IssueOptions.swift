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
      let (action, keys) = try await store.read {
        let action = try resolve(
          request.scenario, request.payload, of: session.accountID, at: now, in: $0)
        return (action, try Credentials.descriptors(of: session.accountID, in: $0))
      }
      let challenge = challenges.issue(
        .get, scenario: action.scenario, audience: ChallengeIssuer.Audience(session),
        canonicalTransaction: action.canonical, now: clock.now(), nonce: random.bytes(16))
      return LinkedOptions(
        options: requestOptions(challenge, allowing: keys), transaction: action.transaction,
        pinChallenge: pinChallenge(action, session),
        creation: action.scenario == .manageFactors ? try await firstCreationOptions(session) : nil)
    }
  }

  /// A challenge for a PIN proof, linked to the same; only where the session is a device's.
  private func pinChallenge(
    _ action: LinkedAction, _ session: AuthenticatedSession
  ) -> Challenge? {
    session.deviceID.map { _ in
      challenges.issue(
        .pin, scenario: action.scenario, audience: ChallengeIssuer.Audience(session),
        canonicalTransaction: action.canonical, now: clock.now(), nonce: random.bytes(16))
    }
  }

  /// How to make a key that is registered beside the account's first PIN; nil where it had a
  /// factor, since that one entitles to another.
  private func firstCreationOptions(
    _ session: AuthenticatedSession
  ) async throws -> CredentialCreationOptions? {
    let challenge = challenges.issue(
      .create, scenario: .manageFactors, audience: ChallengeIssuer.Audience(session),
      canonicalTransaction: nil, now: clock.now(), nonce: random.bytes(16))
    return try await store.read { transaction in
      guard try !Self.hadFactor(session.accountID, in: transaction) else { return nil }
      return try creationOptions(challenge, session.accountID, in: transaction)
    }
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
