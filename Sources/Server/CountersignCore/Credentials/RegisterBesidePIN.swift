import RelyingParty
import WebAuthnModel
import WireModel

/// A key that an account without a factor gets together with its first PIN: one code entitles to
/// both, and they are stored by one command.
extension Service {
  /// Judges the key, before anything is used up; nil where none comes along.
  func judgeKey(
    besidePIN registration: RegistrationResponse?, session: AuthenticatedSession
  ) async throws -> JudgedRegistration? {
    guard let registration else { return nil }
    return try await noting("registration_refused", nil, of: session) {
      try judge(
        registration, of: session.accountID, audience: ChallengeIssuer.Audience(session))
    }
  }

  /// Refuses a key that cannot be registered now: what refuses comes before what is used up.
  func requireRoom(
    forKey judged: JudgedRegistration?, of accountID: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    guard let judged else { return }
    // Who has a factor gets a key by that one, not by a code.
    guard try !Self.hadFactor(accountID, in: transaction) else { throw Refusal.factorRequired }
    guard judged.issued.isTimely(now, policy) else { throw Refusal.challengeExpired }
    try requireRoom(forCredentialOf: accountID, byCode: true, at: now, in: transaction)
    try Credentials.requireNew(judged.verified.record.id, in: transaction)
  }

  /// Stores the key, in the command that stores the PIN.
  func store(
    key judged: JudgedRegistration?, of accountID: AccountID, from device: DeviceID?,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    guard let judged else { return }
    try store(judged.verified.record, of: accountID, from: device, at: now, in: transaction)
  }
}

extension SQLValue {
  /// A key that is registered beside a PIN, as part of what was asked for; nothing without one.
  static func asked(_ registration: RegistrationResponse?) -> [SQLValue] {
    registration.map { [.blob($0.json.serialized())] } ?? []
  }
}
