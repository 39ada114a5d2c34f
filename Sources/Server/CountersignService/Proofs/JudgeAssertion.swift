import RelyingParty
import WebAuthnModel
import WireModel

extension Service {
  /// Judges an assertion given within a session: the challenge, the ownership of the key, and all
  /// of WebAuthn §7.2.
  ///
  /// Runs outside any transaction, since a signature costs more than a write.
  func judge(
    _ response: AssertionResponse, session: AuthenticatedSession, scenarios: [ScenarioName]
  ) async throws -> KeyProof {
    try await noting("proof_refused", .assertion, of: session) {
      try await verify(
        response, ChallengeIssuer.Audience(session), scenarios,
        owner: session.accountID.userHandle)
    }
  }

  /// Judges the assertion of a sign-in, where the key itself says whose it is.
  func judgeSignIn(_ response: AssertionResponse) async throws -> KeyProof {
    try await noting("sign_in_refused", .assertion, of: nil) {
      try await verify(response, .anybody, [.signIn], owner: response.userHandle)
    }
  }

  private func verify(
    _ response: AssertionResponse, _ audience: ChallengeIssuer.Audience,
    _ scenarios: [ScenarioName], owner: UserHandle?
  ) async throws -> KeyProof {
    let assertion = try unverified(response)
    let issued = challenges.judge(
      assertion.claimedChallenge, .get, audience: audience, scenarios: scenarios)
    guard let issued else { throw Refusal.challengeUnknown }
    let stored = try await credential(assertion.credentialID)
    // §7.2 step 6: where nobody was identified before, the authenticator must say whose the key is.
    guard let stored, let owner else { throw Refusal.verificationFailed }
    do {
      let owned = try OwnedCredential(stored, owner: owner)
      let verified = try assertion.verified(
        challenge: issued.challenge, credential: owned, policy: ceremony, signCount: .byCaller)
      let accountID = AccountID(String(decoding: owner.bytes, as: UTF8.self))
      return keyProof(accountID, issued, verified, response, assertion.hash)
    } catch {
      throw refusal(for: error)
    }
  }

  private func unverified(_ response: AssertionResponse) throws -> UnverifiedAssertion {
    do {
      return try UnverifiedAssertion(response)
    } catch {
      throw refusal(for: error)
    }
  }

  private func keyProof(
    _ accountID: AccountID, _ issued: IssuedChallenge, _ verified: VerifiedAssertion,
    _ response: AssertionResponse, _ hash: [UInt8]
  ) -> KeyProof {
    var evidence = CanonicalForm()
    evidence.append(bytes: response.rawID.bytes)
    evidence.append(bytes: response.clientDataJSON)
    evidence.append(bytes: response.authenticatorData)
    evidence.append(bytes: response.signature)
    return KeyProof(
      accountID: accountID, challengeID: issued.layout.id, nonce: issued.layout.nonce,
      binding: issued.layout.binding, scenario: issued.scenario,
      isTimely: issued.isTimely(clock.now(), policy),
      form: .assertion(
        JudgedAssertion(verified: verified, hash: hash, evidence: evidence.bytes)))
  }

  private func credential(_ id: CredentialID) async throws -> CredentialRecord? {
    try await store.read { try Credentials.find(id, in: $0) }
  }

  /// A ceremony's refusal as this service gives it: an outsider is told that it failed, the person
  /// who wrote the client what is malformed.
  func refusal(for ceremony: CeremonyRefusal) -> Refusal {
    switch ceremony.fault {
    case .malformed: Refusal(.malformed, "the WebAuthn response is malformed: \(ceremony)")
    case .refused: .verificationFailed
    }
  }

  /// The methods that an assertion with user verification proves (RFC 8176): without a verified
  /// attestation the key counts as software-held.
  static let assertionMethods = ["swk", "user", "mfa"]
}

extension Refusal {
  /// A challenge that this server did not issue to this session for this purpose.
  static let challengeUnknown = Refusal(
    .challengeUnknown, "this session was not given that challenge; ask for new options"
  ).concerningSecret()
}
