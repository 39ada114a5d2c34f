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
      let judged = try await noting("registration_refused", nil, of: session) {
        try judge(
          response, of: session.accountID, audience: ChallengeIssuer.Audience(session))
      }
      let record = judged.verified.record
      try await command { transaction in
        guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
        guard judged.issued.isTimely(now, policy) else { throw Refusal.challengeExpired }
        // What refuses comes before what is used up.
        let grant = try registrationGrant(
          judged.issued.layout.id, of: session.accountID, in: transaction)
        try requireRoom(
          forCredentialOf: session.accountID, byCode: grant.code != nil, at: now, in: transaction)
        try Credentials.requireNew(record.id, in: transaction)
        let isRecovered = try use(grant, session: session, at: now, in: transaction)
        try store(
          record, of: session.accountID, from: isRecovered ? nil : session.deviceID, at: now,
          in: transaction)
        try Self.noteProof(
          by: Self.assertionMethods, in: session.id, at: now, in: transaction)
      }.get()
      outboxBell.ring()
      return RegisteredCredential(credentialID: record.id.base64URL)
    }
  }

  /// Stores a new credential, and tells of it.
  func store(
    _ record: CredentialRecord, of accountID: AccountID, from device: DeviceID?,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try Credentials.insert(record, of: accountID, from: device, at: now, in: transaction)
    try noteFactor(accountID, at: now, in: transaction)
    let id = record.id.base64URL
    try audit.append(
      AuditEvent("credential_added", subject: accountID, ["credential": .string(id)]), at: now,
      in: transaction)
    try Outbox.put(notice: .credentialAdded, to: accountID, id: id, at: now, in: transaction)
  }

  /// Refuses a further credential where the account has as many as it may have.
  func requireRoom(
    forCredentialOf account: AccountID, byCode isByCode: Bool, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    if try makesRoom(byCode: isByCode, for: account, at: now, in: transaction) { return }
    let limit = policy.credentialsPerAccount
    guard try Credentials.all(of: account, in: transaction).count < limit else {
      throw Refusal(
        .unacceptableValue, "the account has \(limit) keys, the most it may have; revoke one first")
    }
  }

  /// Judges what an authenticator made, over a challenge that was issued for its account.
  func judge(
    _ response: RegistrationResponse, of accountID: AccountID,
    audience: ChallengeIssuer.Audience
  ) throws -> JudgedRegistration {
    do {
      let registration = try UnverifiedRegistration(response)
      let issued = challenges.judge(
        registration.claimedChallenge, .create, audience: audience, scenarios: [.manageFactors])
      guard let issued else { throw Refusal.challengeUnknown }
      let verified = try registration.verified(
        challenge: issued.challenge, user: accountID.userHandle, policy: ceremony)
      return JudgedRegistration(issued: issued, verified: verified)
    } catch let error as CeremonyRefusal {
      throw refusal(for: error)
    }
  }

  /// The right to register that the options gave, with the code that entitled to it.
  private func registrationGrant(
    _ challengeID: [UInt8], of account: AccountID, in transaction: any ReadTransaction
  ) throws -> RegistrationGrant {
    let grant = try transaction.row(
      "SELECT code_request_id FROM registration_grants WHERE challenge_id = ? AND account_id = ?",
      [.blob(challengeID), .text(account.text)])
    guard let grant else { throw Refusal.usedUp }
    return RegistrationGrant(
      challengeID: challengeID, code: try grant.optionalText(0).map { CodeRequestID($0) })
  }

  /// Uses up the right to register: one code gives one factor, even where options were asked for
  /// twice.
  ///
  /// - Returns: Whether the account was recovered with it.
  private func use(
    _ grant: RegistrationGrant, session: AuthenticatedSession, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Bool {
    let isRecovered = try settle(grant.code, session: session, at: now, in: transaction)
    try transaction.execute(
      "DELETE FROM registration_grants WHERE challenge_id = ?", [.blob(grant.challengeID)])
    return isRecovered
  }
}

/// The right to register one credential.
private struct RegistrationGrant {
  let challengeID: [UInt8]
  let code: CodeRequestID?
}

/// A new credential that verified, and the challenge that it answers.
struct JudgedRegistration: Sendable {
  let issued: IssuedChallenge
  let verified: VerifiedRegistration
}
