import Crypto
public import WebAuthnModel

/// A registration between its options and its answer, as the server keeps it.
///
/// The host keeps it under its challenge and removes it when an answer names that, whatever comes
/// of the answer: a challenge is good once. ``options`` alone go to the client; nothing of this is
/// ever read from one.
public struct PendingRegistration: JSONBody, Hashable {
  /// The options, which the client is given.
  public let options: CredentialCreationOptions
  /// The time from which an answer is refused, in milliseconds since 1970.
  public let expiresAtMilliseconds: Int64

  /// The challenge that the answer repeats.
  public var challenge: Challenge { options.challenge }
}

/// An assertion between its options and its answer, as the server keeps it.
///
/// It is kept and removed as a ``PendingRegistration`` is.
public struct PendingAssertion: JSONBody, Hashable {
  /// The options, which the client is given.
  public let options: CredentialRequestOptions
  /// The account that is to answer; nil where the authenticator names it.
  public let owner: UserHandle?
  /// The time from which an answer is refused, in milliseconds since 1970.
  public let expiresAtMilliseconds: Int64

  /// The challenge that the answer repeats.
  public var challenge: Challenge { options.challenge }
}

/// The ceremonies of a host that runs as one process, each kept in its own challenge.
///
/// The challenge holds what the server has to know again, encrypted and authenticated by a key of
/// this value. The server keeps nothing of a ceremony before its answer has verified, so that
/// strangers can begin as many as they want and nobody's is lost by it.
///
/// Each challenge is good for one answer that verifies. Only those are remembered, until they
/// expire.
public struct SealedCeremonies: Sendable {
  /// The ceremonies.
  public let passkeys: PasskeyCeremonies
  private let nonceKey: SymmetricKey
  private let sealingKey: SymmetricKey
  /// The end of each challenge that was answered, in milliseconds since 1970.
  private var answered: [Challenge: Int64] = [:]
  /// The number of answered challenges at which expired ones are removed.
  private var mostAnswered = 1_024

  /// Makes ceremonies with a key of their own: another process, or the same one after a restart,
  /// knows none of them.
  ///
  /// - Parameters:
  ///   - passkeys: The ceremonies.
  ///   - generator: The source of the key; one that nobody can predict.
  public init(_ passkeys: PasskeyCeremonies, using generator: inout some RandomNumberGenerator) {
    self.passkeys = passkeys
    nonceKey = SymmetricKey(data: Challenge(using: &generator).bytes)
    sealingKey = SymmetricKey(data: Challenge(using: &generator).bytes)
  }

  /// Begins the registration of a passkey.
  ///
  /// - Parameters:
  ///   - user: The account that registers.
  ///   - existing: Its credentials so far, whose authenticators are not to make another.
  ///   - challenge: Fresh randomness, such as `Challenge(using:)` makes.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: The options for the client.
  /// - Throws: The mistake in what was handed over.
  public func startRegistration(
    of user: UserEntity, existing: [CredentialRecord] = [], challenge: Challenge,
    nowMilliseconds: Int64
  ) throws(CeremonyMisuse) -> CredentialCreationOptions {
    let pending = try passkeys.startRegistration(
      of: user, existing: existing, challenge: challenge, nowMilliseconds: nowMilliseconds)
    // What the client is not to make again is no part of how its answer is verified.
    let kept = PendingRegistration(
      options: pending.options.with(challenge, excluding: []),
      expiresAtMilliseconds: pending.expiresAtMilliseconds)
    return pending.options.with(
      try seal(kept, .create), excluding: pending.options.excludeCredentials)
  }

  /// Begins a sign-in, or any other assertion.
  ///
  /// - Parameters:
  ///   - allowed: The credentials that may answer, by default any passkey of this relying party.
  ///   - challenge: Fresh randomness, such as `Challenge(using:)` makes.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: The options for the client.
  /// - Throws: The mistake in what was handed over.
  public func startAssertion(
    by allowed: AllowedCredentials = .anyPasskey, challenge: Challenge, nowMilliseconds: Int64
  ) throws(CeremonyMisuse) -> CredentialRequestOptions {
    let pending = try passkeys.startAssertion(
      by: allowed, challenge: challenge, nowMilliseconds: nowMilliseconds)
    return pending.options.with(try seal(pending, .get))
  }

  /// Verifies the answer to a registration's options, once.
  ///
  /// The host stores the record for the account, unless its id is registered already
  /// (``CeremonyRefusal/credentialAlreadyRegistered``).
  ///
  /// - Parameters:
  ///   - registration: The answer.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: The new credential, and the account for which the ceremony began.
  /// - Throws: A refusal with its step.
  public mutating func verify(
    _ registration: UnverifiedRegistration, nowMilliseconds: Int64
  ) throws(CeremonyRefusal) -> (registration: VerifiedRegistration, user: UserEntity) {
    let challenge = registration.claimedChallenge
    var pending = open(PendingRegistration.self, challenge, .create)
    if let kept = pending {
      pending = PendingRegistration(
        options: kept.options.with(challenge, excluding: []),
        expiresAtMilliseconds: kept.expiresAtMilliseconds)
    }
    let verified = try passkeys.verify(
      registration, answering: pending, nowMilliseconds: nowMilliseconds)
    guard let pending else { throw .refused("7.1.8", .challengeUnknown) }
    note(challenge, until: pending.expiresAtMilliseconds, at: nowMilliseconds)
    return (verified, pending.options.user)
  }

  /// Verifies the answer to an assertion's options, once.
  ///
  /// The host stores ``VerifiedAssertion/updatedRecord``.
  ///
  /// - Parameters:
  ///   - assertion: The answer.
  ///   - credential: The record of the credential that it names; nil where there is none.
  ///   - nowMilliseconds: The time since 1970.
  /// - Returns: What the assertion proves.
  /// - Throws: A refusal with its step.
  public mutating func verify(
    _ assertion: UnverifiedAssertion, credential: CredentialRecord?, nowMilliseconds: Int64
  ) throws(CeremonyRefusal) -> VerifiedAssertion {
    let challenge = assertion.claimedChallenge
    var pending = open(PendingAssertion.self, challenge, .get)
    if let kept = pending {
      pending = PendingAssertion(
        options: kept.options.with(challenge), owner: kept.owner,
        expiresAtMilliseconds: kept.expiresAtMilliseconds)
    }
    let verified = try passkeys.verify(
      assertion, answering: pending, credential: credential, nowMilliseconds: nowMilliseconds)
    guard let pending else { throw .refused("7.2.11", .challengeUnknown) }
    note(challenge, until: pending.expiresAtMilliseconds, at: nowMilliseconds)
    return verified
  }
}

extension SealedCeremonies {
  /// The kinds of ceremonies; the challenge of one is none of the other.
  private enum Kind: String {
    case create
    case get

    var bytes: [UInt8] { Array("countersign/ceremony/v1/\(rawValue)".utf8) }
  }

  /// The challenge that holds a ceremony.
  ///
  /// The nonce comes of all that is sealed, so that two ceremonies share one only where they are
  /// the same, whatever randomness the host brings.
  private func seal(
    _ pending: some JSONBody, _ kind: Kind
  ) throws(CeremonyMisuse) -> Challenge {
    let content = pending.json.serialized()
    let code = HMAC<SHA256>.authenticationCode(for: kind.bytes + content, using: nonceKey)
    do {
      let box = try AES.GCM.seal(
        content, using: sealingKey, nonce: AES.GCM.Nonce(data: Array(code).prefix(12)),
        authenticating: kind.bytes)
      return Challenge(Array(box.nonce) + Array(box.ciphertext) + Array(box.tag))
    } catch {
      throw .sealingFailed
    }
  }

  /// The ceremony that a challenge holds; nil for one that is not this value's, or was answered.
  private func open<Pending: JSONBody>(
    _: Pending.Type, _ challenge: Challenge, _ kind: Kind
  ) -> Pending? {
    guard answered[challenge] == nil, let box = try? AES.GCM.SealedBox(combined: challenge.bytes),
      let content = try? AES.GCM.open(box, using: sealingKey, authenticating: kind.bytes)
    else { return nil }
    return try? Pending(json: JSONValue(parsing: Array(content)))
  }

  /// Notes an answered challenge until its end, and forgets those that have expired.
  private mutating func note(_ challenge: Challenge, until end: Int64, at now: Int64) {
    answered[challenge] = end
    guard answered.count >= mostAnswered else { return }
    answered = answered.filter { now < $0.value }
    mostAnswered = max(1_024, 2 * answered.count)
  }
}

extension CredentialCreationOptions {
  fileprivate func with(
    _ challenge: Challenge, excluding: [CredentialDescriptor]
  ) -> CredentialCreationOptions {
    CredentialCreationOptions(
      relyingParty: relyingParty, user: user, challenge: challenge, algorithms: algorithms,
      timeoutMilliseconds: timeoutMilliseconds, excludeCredentials: excluding,
      residentKey: residentKey, userVerification: userVerification, attestation: attestation)
  }
}

extension CredentialRequestOptions {
  fileprivate func with(_ challenge: Challenge) -> CredentialRequestOptions {
    CredentialRequestOptions(
      challenge: challenge, relyingPartyID: relyingPartyID, allowCredentials: allowCredentials,
      userVerification: userVerification, timeoutMilliseconds: timeoutMilliseconds)
  }
}
