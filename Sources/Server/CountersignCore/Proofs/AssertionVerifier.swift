import RelyingParty
import WebAuthnModel
import WireModel

/// Verifies assertions of registered keys over challenges of this server.
final class AssertionVerifier: Sendable {
  private let commands: Commands
  private let challenges: ChallengeIssuer
  private let ceremony: CeremonyPolicy
  private let limits: AttemptLimits
  private let refusals: RefusalLog
  private let policy: ServicePolicy

  init(
    commands: Commands, challenges: ChallengeIssuer, ceremony: CeremonyPolicy,
    limits: AttemptLimits, refusals: RefusalLog, policy: ServicePolicy
  ) {
    self.commands = commands
    self.challenges = challenges
    self.ceremony = ceremony
    self.limits = limits
    self.refusals = refusals
    self.policy = policy
  }

  /// Verifies an assertion that is to be verified within a session, for a token.
  func verify(
    _ response: AssertionResponse, session: AuthenticatedSession, scenarios: [ScenarioName]
  ) async throws -> KeyProof {
    try await refusals.noting("proof_refused", .assertion, of: session) {
      try await verify(
        unverified(response), response, ChallengeIssuer.Audience(session), scenarios,
        owner: session.accountID.userHandle)
    }
  }

  /// Verifies the assertion of a sign-in, where the key itself says whose it is.
  func verifySignIn(_ response: AssertionResponse) async throws -> KeyProof {
    try await refusals.noting("sign_in_refused", .assertion, of: nil) {
      try await verify(
        unverified(response), response, .anybody, [.signIn], owner: response.userHandle)
    }
  }

  /// Verifies an assertion: the challenge, the ownership of the key, and all of WebAuthn §7.2.
  ///
  /// Runs outside any transaction, since a signature costs more than a write.
  func verify(
    _ assertion: UnverifiedAssertion, _ response: AssertionResponse,
    _ audience: ChallengeIssuer.Audience, _ scenarios: [ScenarioName], owner: UserHandle?
  ) async throws -> KeyProof {
    let issued = challenges.judge(
      assertion.claimedChallenge, .get, audience: audience, scenarios: scenarios)
    guard let issued else { throw Refusal.challengeUnknown }
    let found = try await find(assertion.credentialID, audience, owner: owner)
    do {
      guard let stored = found.credential, let owner = found.owner else {
        throw Refusal.verificationFailed
      }
      let owned: OwnedCredential
      let verified: VerifiedAssertion
      do throws(CeremonyRefusal) {
        owned = try OwnedCredential(stored, owner: owner)
        verified = try assertion.verified(
          challenge: issued.challenge, credential: owned, policy: ceremony, signCount: .byCaller)
      } catch {
        throw Self.refusal(for: error)
      }
      var proof = keyProof(
        AccountID(String(decoding: owner.bytes, as: UTF8.self)), issued, verified, response,
        assertion.hash)
      proof.attempt = found.attempt
      return proof
    } catch let refusal as Refusal {
      try await count(refusal, of: found.counted)
      throw refusal
    }
  }

  /// The credential that is claimed to sign, whose it has to be, and by whom a refusal is counted.
  private func find(
    _ id: CredentialID, _ audience: ChallengeIssuer.Audience, owner: UserHandle?
  ) async throws -> ClaimedCredential {
    let stored = try await Credentials.find(id, in: commands.store)
    // §7.2 step 6: where nobody was identified before, the authenticator must say whose the key is;
    // only a device's options named its keys.
    let isOfDevice = audience == .anybody && owner == nil && stored?.deviceID != nil
    let owner = isOfDevice ? stored?.record.owner : owner
    // Without a session, only an attempt that names a key of the account is counted: else anybody
    // who knows the account could block it.
    let isKnown = audience != .anybody || (owner != nil && stored?.record.owner == owner)
    guard isKnown, let owner else {
      return ClaimedCredential(
        credential: stored?.record, owner: owner, counted: nil, attempt: nil)
    }
    let account = AccountID(String(decoding: owner.bytes, as: UTF8.self))
    let subject = AttemptSubject.assertions(account)
    let count =
      if let stored, stored.record.owner == owner {
        stored.refusals
      } else {
        try await commands.read { try Attempts.count(of: subject, in: $0) }
      }
    try limits.requireUnblocked(count, at: commands.now())
    return ClaimedCredential(
      credential: stored?.record, owner: owner, counted: account,
      attempt: count.failures == 0 ? nil : Attempt(subject: subject))
  }

  /// Counts an assertion that was refused; a malformed one is no attempt.
  private func count(_ refusal: Refusal, of account: AccountID?) async throws {
    guard let account, refusal.reason == .verificationFailed else { return }
    let now = commands.now()
    try await commands.run { [self] transaction in
      try limits.countRefusal(of: .assertions(account), account, at: now, in: transaction)
    }.get()
    commands.outboxBell.ring()
  }

  func unverified(_ response: AssertionResponse) throws -> UnverifiedAssertion {
    do {
      return try UnverifiedAssertion(response)
    } catch {
      throw Self.refusal(for: error)
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
      binding: issued.layout.subject.binding, language: issued.layout.subject.language,
      scenario: issued.scenario,
      isTimely: issued.isTimely(commands.now(), policy),
      form: .assertion(
        JudgedAssertion(verified: verified, hash: hash, evidence: evidence.bytes)))
  }

  /// A ceremony's refusal as this service gives it: an outsider is told that it failed, the person
  /// who wrote the client what is malformed.
  static func refusal(for ceremony: CeremonyRefusal) -> Refusal {
    switch ceremony.fault {
    case .malformed: Refusal(.malformed, "the WebAuthn response is malformed: \(ceremony)")
    case .refused: .verificationFailed
    }
  }

  /// The methods that an assertion with user verification proves (RFC 8176): without a verified
  /// attestation the key counts as software-held.
  static let methods = ["swk", "user", "mfa"]
}

/// A credential that an assertion names.
private struct ClaimedCredential: Sendable {
  let credential: CredentialRecord?
  let owner: UserHandle?
  /// By whom a refusal is counted; nil where it is not.
  let counted: AccountID?
  /// The refused attempts that a right one ends; nil where there are none.
  let attempt: Attempt?
}

extension Refusal {
  /// A challenge that this server did not issue to this session for this purpose.
  static let challengeUnknown = Refusal(
    .challengeUnknown, "this session was not given that challenge; ask for new options"
  ).concerningSecret()
}
