import RelyingParty
public import WebAuthnModel
public import WireModel

extension Service {
  /// Registers the credential that an authenticator made (WebAuthn §7.1).
  public func registerCredential(
    _ response: RegistrationResponse, session: AuthenticatedSession
  ) async throws -> Decision<RegisteredCredential> {
    try await decision {
      let now = clock.now()
      let (issued, verified) = try await noting("registration_refused", nil, of: session) {
        try judge(response, session: session)
      }
      let record = verified.record
      try await command { transaction in
        guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
        guard issued.isTimely(now, policy) else { throw Refusal.challengeExpired }
        try Credentials.requireRoom(
          for: session.accountID, atMost: policy.credentialsPerAccount, in: transaction)
        try useGrant(issued.layout.id, session: session, at: now, in: transaction)
        // §7.1 step 26: the id belongs to no other user, nor to this one already.
        let taken = try transaction.row(
          "SELECT 1 FROM credentials WHERE id = ?", [.blob(record.id.bytes)])
        guard taken == nil else {
          throw Refusal(.credentialExists, "this authenticator's key is registered already")
        }
        try Credentials.insert(
          record, of: session.accountID, from: session.deviceID, at: now, in: transaction)
        try Self.noteFactor(session.accountID, at: now, in: transaction)
        try Self.noteProof(
          by: Self.assertionMethods, in: session.id, at: now, in: transaction)
        let id = record.id.base64URL
        try audit.append(
          AuditEvent("credential_added", subject: session.accountID, ["credential": .string(id)]),
          at: now, in: transaction)
        try Outbox.put(
          notice: .credentialAdded, to: session.accountID, id: id, at: now, in: transaction)
      }.get()
      outboxBell.ring()
      return RegisteredCredential(credentialID: record.id.base64URL)
    }
  }

  private func judge(
    _ response: RegistrationResponse, session: AuthenticatedSession
  ) throws -> (IssuedChallenge, VerifiedRegistration) {
    do {
      let registration = try UnverifiedRegistration(response)
      let issued = challenges.judge(
        registration.claimedChallenge, .create, audience: ChallengeIssuer.Audience(session),
        scenarios: [.manageFactors])
      guard let issued else { throw Refusal.challengeUnknown }
      let verified = try registration.verified(
        challenge: issued.challenge, user: session.accountID.userHandle, policy: ceremony)
      return (issued, verified)
    } catch let error as CeremonyRefusal {
      throw refusal(for: error)
    }
  }

  /// Uses up the right to register that the options gave.
  ///
  /// One code gives one factor, even where options were asked for twice.
  private func useGrant(
    _ challengeID: [UInt8], session: AuthenticatedSession, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let grant = try transaction.row(
      "SELECT code_request_id FROM registration_grants WHERE challenge_id = ? AND account_id = ?",
      [.blob(challengeID), .text(session.accountID.text)])
    guard let grant else { throw Refusal.alreadyUsed }
    if let codeRequest = try grant.optionalText(0) {
      guard try !Self.hadFactor(session.accountID, in: transaction) else {
        throw Refusal.factorRequired
      }
      try closeCode(CodeRequestID(codeRequest), at: now, in: transaction)
    }
    try transaction.execute(
      "DELETE FROM registration_grants WHERE challenge_id = ?", [.blob(challengeID)])
  }
}
