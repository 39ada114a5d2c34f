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
  ) async throws -> VerifiedProof {
    try await refusals.noting("proof_refused", .assertion, of: session) {
      try await verify(
        Self.unverified(response), response, ChallengeIssuer.Audience(session), scenarios,
        owner: session.accountID.userHandle, from: .session(session))
    }
  }

  /// Verifies the assertion of a sign-in, where the key itself says whose it is.
  func verifySignIn(
    _ response: AssertionResponse, from requester: Requester
  ) async throws -> VerifiedProof {
    do {
      return try await verify(
        Self.unverified(response), response, .anybody, [.signIn], owner: response.userHandle,
        from: .anybody(requester))
    } catch let refusal as Refusal {
      // By whom it was aimed at: the owner of the key that it names.
      let named = try await Credentials.find(response.rawID, in: commands.store)?.record.owner
      try await refusals.note(
        "sign_in_refused", .assertion, refusal, aimedAt: named.map(AccountID.init),
        from: requester)
      throw refusal
    }
  }

  /// Verifies an assertion: the challenge, the ownership of the key, and all of WebAuthn §7.2.
  ///
  /// Runs outside any transaction, since a signature costs more than a write.
  func verify(
    _ assertion: UnverifiedAssertion, _ response: AssertionResponse,
    _ audience: ChallengeIssuer.Audience, _ scenarios: [ScenarioName], owner: UserHandle?,
    from origin: AttemptOrigin
  ) async throws -> VerifiedProof {
    let issued = challenges.check(
      assertion.claimedChallenge, .get, audience: audience, scenarios: scenarios)
    guard let issued else { throw Refusal.challengeUnknown }
    let found = try await find(assertion.credentialID, audience, owner: owner, from: origin)
    do {
      guard let stored = found.credential, let owner = found.owner else {
        throw Refusal.verificationFailed.caused(by: .credentialUnknown)
      }
      let owned: OwnedCredential
      let verified: VerifiedAssertion
      do throws(CeremonyRefusal) {
        owned = try OwnedCredential(stored.record, owner: owner)
        verified = try assertion.verified(
          challenge: issued.challenge, credential: owned, policy: ceremony, signCount: .byCaller)
      } catch {
        throw Self.refusal(for: error)
      }
      var proof = VerifiedProof(
        verified, response, hash: assertion.hash, over: issued,
        validity: issued.validity(policy), of: AccountID(owner))
      proof.refusalsCountAt = found.subject
      proof.attempt = found.failures == 0 ? nil : Attempt(subject: found.subject)
      proof.endsCodeFailures = stored.hasCodeFailures
      return proof
    } catch let refusal as Refusal {
      try await count(refusal, found)
      throw refusal
    }
  }

  /// The credential that is claimed to sign, whose it has to be, and by what a refusal is counted.
  ///
  /// A source that is stopped is refused here, unless it is a lane's or the credential a device's:
  /// a stranger behind the same network stops neither.
  private func find(
    _ id: CredentialID, _ audience: ChallengeIssuer.Audience, owner: UserHandle?,
    from origin: AttemptOrigin
  ) async throws -> ClaimedCredential {
    let stored = try await Credentials.find(id, attemptsOf: origin.session, in: commands.store)
    // §7.2 step 6: where nobody was identified before, the authenticator must say whose the key is;
    // only a device's options named its keys.
    let isOfDevice = audience == .anybody && owner == nil && stored?.deviceID != nil
    let owner = isOfDevice ? stored?.record.owner : owner
    let isNamed = owner != nil && stored?.record.owner == owner
    let account = (audience == .anybody && !isNamed ? nil : owner).map(AccountID.init)
    if let session = origin.session, limits.policy.assertionBlock == .sender {
      // Whether it is open still is checked where the proof acts.
      return ClaimedCredential(
        credential: stored, owner: owner, account: account, subject: .session(session),
        failures: stored?.refusalsInSession ?? 0)
    }
    let now = commands.now()
    let (subject, count) = try await commands.read { [limits] transaction in
      if limits.policy.assertionBlock == .account, let account {
        let count = try limits.requireUnblocked(
          .assertions(account), at: now, in: transaction)
        return (AttemptSubject.assertions(account), count)
      }
      let subject = try limits.subject(of: origin, at: account, in: transaction)
      let count = try Attempts.count(of: subject, in: transaction)
      if stored?.deviceID == nil || !isNamed {
        try limits.requireUnblocked(count, of: subject, at: now)
      }
      return (subject, count)
    }
    return ClaimedCredential(
      credential: stored, owner: owner, account: account, subject: subject,
      failures: count.failures)
  }

  /// Counts an assertion that was refused; a malformed one is no attempt.
  private func count(_ refusal: Refusal, _ found: ClaimedCredential) async throws {
    guard refusal.reason == .verificationFailed else { return }
    let now = commands.now()
    try await commands.run { [limits] transaction in
      try limits.countRefusal(of: found.subject, found.account, at: now, in: transaction)
    }.get()
    commands.outboxBell.ring()
  }

  /// Decodes an assertion.
  static func unverified(_ response: AssertionResponse) throws(Refusal) -> UnverifiedAssertion {
    do throws(CeremonyRefusal) {
      return try UnverifiedAssertion(response)
    } catch {
      throw refusal(for: error)
    }
  }

  /// A ceremony's refusal as this service gives it: an outsider is told that it failed, the person
  /// who wrote the client what is malformed.
  static func refusal(for ceremony: CeremonyRefusal) -> Refusal {
    switch ceremony.fault {
    case .malformed: malformed(ceremony)
    case .refused: .verificationFailed.caused(by: ceremony)
    }
  }

  static func malformed(_ ceremony: CeremonyRefusal) -> Refusal {
    Refusal(.malformed, "the WebAuthn response is malformed: \(ceremony)").caused(by: ceremony)
  }
}

/// A credential that an assertion names.
private struct ClaimedCredential: Sendable {
  let credential: StoredCredential?
  let owner: UserHandle?
  /// The account whose keys it names; nil if it names nobody's.
  let account: AccountID?
  /// By what a refusal is counted.
  let subject: AttemptSubject
  /// The refused attempts that a right one ends.
  let failures: Int64
}

extension AccountID {
  /// The account of a user handle, which is its id.
  fileprivate init(_ handle: UserHandle) {
    self.init(String(decoding: handle.bytes, as: UTF8.self))
  }
}

extension Refusal {
  /// A challenge that this server did not issue to this session for this purpose.
  static let challengeUnknown = Refusal(
    .challengeUnknown, "this session was not given that challenge; ask for new options"
  ).concerningSecret()
}
