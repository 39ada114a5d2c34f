import RelyingParty
import WebAuthnModel
import WireModel

/// Verifies new keys and stores them: alone, or beside a PIN or a device.
final class KeyRegistrations: Sendable {
  private let challenges: ChallengeIssuer
  private let ceremony: CeremonyPolicy
  private let factors: FactorStore
  private let grounds: Grounds
  private let recoveries: Recoveries
  private let audit: AuditTrail
  private let policy: ServicePolicy

  init(
    challenges: ChallengeIssuer, ceremony: CeremonyPolicy, factors: FactorStore, grounds: Grounds,
    recoveries: Recoveries, audit: AuditTrail, policy: ServicePolicy
  ) {
    self.challenges = challenges
    self.ceremony = ceremony
    self.factors = factors
    self.grounds = grounds
    self.recoveries = recoveries
    self.audit = audit
    self.policy = policy
  }

  /// Stores a new credential, and tells of it.
  func store(
    _ record: CredentialRecord, of enrolment: Enrolment, from device: DeviceID?,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let wait = try factors.store(
      .passkey(record, from: device), enrolment, at: now, transaction)
    try tell(of: record.id, enrolment, wait, at: now, in: transaction)
  }

  /// Keeps a key that is for one document before all else, and is no factor before it has approved
  /// that.
  func keep(
    _ record: CredentialRecord, for errand: KeyErrand, of enrolment: Enrolment,
    from device: DeviceID?, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try factors.keep(record, from: device, for: errand, enrolment, at: now, transaction)
    try audit.append(
      AuditEvent(
        "credential_made_on_the_way", subject: enrolment.account,
        ["credential": .string(record.id.base64URL)]), at: now, in: transaction)
  }

  /// Makes a key that has approved its document the account's first factor, and tells of it.
  func adopt(
    _ id: CredentialID, _ enrolment: Enrolment, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try grounds.require(enrolment.ground, of: enrolment.account, at: now, in: transaction)
    let row = try transaction.row(
      "SELECT device_id FROM credentials WHERE id = ?", [.blob(id.bytes)])
    let wait = try factors.adopt(
      id, from: try row?.optionalText(0).map { DeviceID($0) }, enrolment, at: now, transaction)
    try tell(of: id, enrolment, wait, at: now, in: transaction)
  }

  private func tell(
    of credential: CredentialID, _ enrolment: Enrolment, _ wait: WaitID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let id = credential.base64URL
    try audit.append(
      AuditEvent(
        "credential_added", subject: enrolment.account,
        ["credential": .string(id), "ground": .string(enrolment.ground.rawValue)]), at: now,
      in: transaction)
    try Outbox.put(
      notice: .credentialAdded, to: enrolment.account, id: id,
      stop: wait.map { enrolment.stop($0.text) }, at: now, in: transaction)
  }

  /// Refuses a further credential where the account has as many as it may have.
  func requireRoom(
    forCredentialOf account: AccountID, byCode isByCode: Bool, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    if try recoveries.makesRoom(byCode: isByCode, for: account, at: now, in: transaction) { return }
    let limit = policy.credentialsPerAccount
    guard try Credentials.all(of: account, in: transaction).count < limit else {
      throw Refusal(
        .unacceptableValue, "the account has \(limit) keys, the most it may have; revoke one first")
    }
  }

  /// Verifies what an authenticator made, over a challenge that was issued for its account.
  func verify(
    _ response: RegistrationResponse, of accountID: AccountID,
    audience: ChallengeIssuer.Audience
  ) throws -> CheckedRegistration {
    do {
      let registration = try UnverifiedRegistration(response)
      let issued = challenges.check(
        registration.claimedChallenge, .create, audience: audience, scenarios: [.manageFactors])
      guard let issued else { throw Refusal.challengeUnknown }
      let verified = try registration.verified(
        challenge: issued.challenge, user: accountID.userHandle, policy: ceremony)
      return CheckedRegistration(issued: issued, verified: verified)
    } catch let error as CeremonyRefusal {
      throw Self.refusal(for: error)
    }
  }

  /// A registration's refusal says what is wrong with the passkey: who sends it made it, and the
  /// code or proof that entitled to it was right.
  private static func refusal(for ceremony: CeremonyRefusal) -> Refusal {
    guard ceremony.fault == .refused else { return AssertionVerifier.malformed(ceremony) }
    let problem =
      switch ceremony.reason {
      case .userNotVerified, .userNotPresent:
        "the authenticator did not check who uses it; turn on its PIN, fingerprint or face"
      case .attestationFormatUnknown, .attestationInvalid, .attestationNotAllowed:
        "the browser sent an attestation that was not asked for; decline to identify the device"
      case .algorithmNotAllowed, .publicKeyInvalid:
        "the authenticator makes no key that is taken here; use ES256, EdDSA or RS256"
      case .originNotAllowed, .relyingPartyMismatch, .crossOriginNotAllowed, .topOriginMissing,
        .topOriginNotAllowed:
        "it was made for another address than this server's"
      default: "the authenticator's answer is not as WebAuthn has it (\(ceremony.reason.rawValue))"
      }
    return Refusal(
      .passkeyNotAccepted, "this passkey cannot be used: \(problem), or use another authenticator"
    ).caused(by: ceremony)
  }

  /// Verifies a key that an account without a factor gets together with its first PIN or device;
  /// nil where none comes along.
  ///
  /// One code entitles to both, and they are stored by one command.
  func verify(
    besidePIN registration: RegistrationResponse?, session: AuthenticatedSession
  ) throws -> CheckedRegistration? {
    try registration.map {
      try verify($0, of: session.accountID, audience: ChallengeIssuer.Audience(session))
    }
  }

  /// Refuses a key whose challenge is past its time.
  func requireTimely(_ checked: CheckedRegistration, at now: Timestamp) throws {
    guard checked.issued.isTimely(now, policy) else { throw Refusal.challengeExpired }
  }

  /// Refuses a key that cannot be registered now: what refuses comes before what is used up.
  func requireRoom(
    forKey checked: CheckedRegistration?, of accountID: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    guard let checked else { return }
    // Who has a factor gets a key by that one, not by a code.
    guard try grounds.ground(ofCodeFor: accountID, at: now, in: transaction) == .first else {
      throw Refusal.factorRequired
    }
    try requireTimely(checked, at: now)
    try requireRoom(forCredentialOf: accountID, byCode: true, at: now, in: transaction)
    try Credentials.requireNew(checked.verified.record.id, in: transaction)
  }

  /// Stores the key, in the command that stores the PIN or the device.
  func store(
    key checked: CheckedRegistration?, of enrolment: Enrolment, from device: DeviceID?,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard let checked else { return }
    try store(checked.verified.record, of: enrolment, from: device, at: now, in: transaction)
  }
}

extension SQLValue {
  /// A key that is registered beside a PIN, as part of the request; nothing without one.
  static func asked(_ registration: RegistrationResponse?) -> [SQLValue] {
    registration.map { [.blob($0.json.serialized())] } ?? []
  }
}
