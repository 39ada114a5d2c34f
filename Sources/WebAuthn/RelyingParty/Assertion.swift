public import WebAuthnModel

/// An assertion that could be read, and of which nothing is known to be true.
public struct UnverifiedAssertion: Sendable, Hashable {
  /// The assertion as it was sent.
  public let response: AssertionResponse
  fileprivate let client: CollectedClientData
  fileprivate let authenticator: AuthenticatorData

  /// Reads an assertion; bytes that are none are refused as malformed.
  public init(_ response: AssertionResponse) throws(CeremonyRefusal) {
    // Both names of the credential are one in the standard, so they must agree here.
    guard response.id == response.rawID else { throw .malformed("7.2.5", .envelopeMismatch) }

    // 7.2 step 7: name client data, authenticator data and signature.
    self.response = response
    authenticator = try Self.authenticatorData(response.authenticatorData)

    // 7.2 steps 8 and 9: decode the client data as UTF-8 and parse them as JSON.
    do throws(ClientDataError) {
      client = try CollectedClientData(parsing: response.clientDataJSON)
    } catch {
      throw .malformed("7.2.9", .clientDataMalformed)
    }
  }

  /// The credential that is said to have signed.
  public var credentialID: CredentialID { response.rawID }

  /// The account that the authenticator names, if any.
  public var userHandle: UserHandle? { response.userHandle }

  /// The flags that the authenticator is said to have set.
  public var claimedFlags: AuthenticatorFlags { authenticator.flags }

  /// The challenge that is said to be answered; the caller checks it before it verifies.
  public var claimedChallenge: Challenge { client.challenge }

  /// SHA-256 over all parts, each with its length, which tells two assertions apart.
  public var hash: [UInt8] {
    let parts = [
      response.rawID.bytes, response.clientDataJSON, response.authenticatorData,
      response.signature, response.userHandle?.bytes ?? [],
    ]
    var bytes = Array("countersign/assertion/v1".utf8)
    bytes.reserveCapacity(bytes.count + parts.reduce(0) { $0 + $1.count + 4 })
    for part in parts {
      for shift: UInt32 in [24, 16, 8, 0] {
        bytes.append(UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: part.count) >> shift))
      }
      bytes += part
    }
    return sha256(bytes)
  }

  private static func authenticatorData(
    _ bytes: [UInt8]
  ) throws(CeremonyRefusal) -> AuthenticatorData {
    let data: AuthenticatorData
    do throws(AuthenticatorDataError) {
      data = try AuthenticatorData(parsing: bytes)
    } catch {
      // 7.2 step 23: authenticator extension outputs are a map.
      if error == .extensionsNotAMap { throw .malformed("7.2.23", .extensionsMalformed) }
      throw .malformed("7.2.7", .authenticatorDataMalformed)
    }
    guard data.attestedCredentialData == nil else {
      throw .malformed("7.2.7", .unexpectedCredentialData)
    }
    return data
  }
}

extension UnverifiedAssertion {
  /// Verifies the assertion by WebAuthn Level 3 section 7.2, step by step.
  ///
  /// - Parameters:
  ///   - challenge: The challenge as issued; the caller has found it to be its own and fresh.
  ///   - credential: The credential of the account that signs in.
  ///   - policy: The expectations of the ceremony.
  ///   - allowed: The ids that the client was asked for; empty when it was free to choose.
  ///   - signCount: The party that decides on the signature counter.
  /// - Returns: The assertion with its proof.
  /// - Throws: The refusal of the first step that does not hold.
  public func verified(
    challenge: Challenge, credential: OwnedCredential, policy: CeremonyPolicy,
    allowed: [CredentialID] = [], signCount: SignCountDecision = .here
  ) throws(CeremonyRefusal) -> VerifiedAssertion {
    // Steps 1 to 4 are the client's: options were made, `get` was called, and the response came.

    // Step 5: the credential is one of those asked for.
    guard allowed.isEmpty || allowed.contains(credentialID) else {
      throw .refused("7.2.5", .credentialNotAllowed)
    }
    // Step 6: it is the account's (`OwnedCredential`), and the authenticator names no other.
    let record = credential.record
    guard record.id == credentialID else { throw .refused("7.2.6", .credentialMismatch) }
    guard userHandle == nil || userHandle == record.owner else {
      throw .refused("7.2.6", .userHandleMismatch)
    }
    // Steps 7 to 9 were done when the assertion was read.

    // Step 10: the client data are of an assertion.
    guard client.type == .get else { throw .refused("7.2.10", .typeMismatch) }
    // Step 11: they answer the challenge.
    guard client.challenge == challenge else { throw .refused("7.2.11", .challengeMismatch) }
    // Steps 12 to 14: origin, foreign frame, top origin.
    let place = try OriginSteps.assertion.check(client, policy)
    // Beyond the standard: a web credential works on the web only, an app's in apps of its kind.
    guard place.origin.kind == record.origin.kind else {
      throw .refused("7.2.12", .originKindChanged)
    }

    // Step 15: the authenticator signed for this relying party.
    guard authenticator.relyingPartyIDHash == policy.relyingPartyIDHash else {
      throw .refused("7.2.15", .relyingPartyMismatch)
    }
    // Steps 16 to 19.
    try checkFlags(record, policy)
    // Steps 20 and 21: the signature is over authenticator data and the client data's hash.
    try verifySignature(record)
    // Step 22: the counter.
    let verdict = SignCountVerdict(
      stored: record.signCount, received: authenticator.signCount,
      backupEligible: record.backupEligible)
    guard verdict != .refused || signCount == .byCaller else {
      throw .refused("7.2.22", .signCountNotGreater)
    }

    // Step 23: no extension is asked for; unsolicited outputs are ignored, but their shape was
    // checked.
    // Steps 24 and 25: the caller stores `updatedRecord` and goes on.
    return VerifiedAssertion(
      assertion: self, record: record, place: place, signCountVerdict: verdict)
  }

  private func checkFlags(
    _ record: CredentialRecord, _ policy: CeremonyPolicy
  ) throws(CeremonyRefusal) {
    let flags = authenticator.flags
    // Step 16: somebody was there.
    guard flags.contains(.userPresent) else { throw .refused("7.2.16", .userNotPresent) }
    // Step 17: the person was verified, where that is required.
    guard policy.userVerification != .required || flags.contains(.userVerified) else {
      throw .refused("7.2.17", .userNotVerified)
    }
    // Step 18: what cannot be backed up is not.
    guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
      throw .refused("7.2.18", .backupStateInvalid)
    }
    // Step 19: eligibility is as it was at registration.
    guard flags.contains(.backupEligible) == record.backupEligible else {
      throw .refused("7.2.19", .backupEligibilityChanged)
    }
  }

  private func verifySignature(_ record: CredentialRecord) throws(CeremonyRefusal) {
    let key: VerificationKey
    do throws(VerificationKeyError) {
      key = try VerificationKey(registered: record.publicKey)
    } catch {
      throw .refused("7.2.21", .publicKeyInvalid)
    }
    let message = response.authenticatorData + sha256(response.clientDataJSON)
    guard key.verifies(signature: response.signature, message: message) else {
      throw .refused("7.2.21", .signatureInvalid)
    }
  }
}

/// An assertion that holds: this credential's owner answered this challenge, here.
///
/// There is one way to get one:
/// ``UnverifiedAssertion/verified(challenge:credential:policy:allowed:signCount:)``.
public struct VerifiedAssertion: Sendable, Hashable {
  /// The assertion as it was sent, as evidence.
  public let response: AssertionResponse
  /// The credential that signed, with what has to be stored of it now (section 7.2, step 24).
  public let updatedRecord: CredentialRecord
  /// The challenge that was answered.
  public let challenge: Challenge
  /// The origin at which the ceremony ran.
  public let origin: Origin
  /// The origin of the page around it, if it ran in a foreign frame.
  public let topOrigin: Origin?
  /// The flag UV: the person was verified.
  public let userVerified: Bool
  /// The flag BS: the credential is backed up.
  public let backedUp: Bool
  /// The counter as it was received.
  public let signCount: UInt32
  /// The verdict on the counter; ``SignCountVerdict/refused`` only if the decision was left to the
  /// caller.
  public let signCountVerdict: SignCountVerdict
  private let assertion: UnverifiedAssertion

  fileprivate init(
    assertion: UnverifiedAssertion, record: CredentialRecord,
    place: (origin: Origin, topOrigin: Origin?), signCountVerdict: SignCountVerdict
  ) {
    let authenticator = assertion.authenticator
    self.assertion = assertion
    response = assertion.response
    challenge = assertion.client.challenge
    origin = place.origin
    topOrigin = place.topOrigin
    userVerified = authenticator.flags.contains(.userVerified)
    backedUp = authenticator.flags.contains(.backedUp)
    signCount = authenticator.signCount
    self.signCountVerdict = signCountVerdict
    var record = record
    record.signCount = signCount
    record.backedUp = backedUp
    record.userVerified = record.userVerified || userVerified
    updatedRecord = record
  }

  /// The credential that signed.
  public var credentialID: CredentialID { updatedRecord.id }

  /// The account that it belongs to.
  public var owner: UserHandle { updatedRecord.owner }

  /// SHA-256 over all parts, the same as ``UnverifiedAssertion/hash``.
  public var hash: [UInt8] { assertion.hash }
}

/// The verdict of a signature counter on copies of a key.
///
/// A pure function of the stored and the received values, so that a service can decide again inside
/// the transaction that stores the outcome.
public enum SignCountVerdict: Sendable, Hashable {
  /// The counter grew, or the authenticator has none; this value is to be stored.
  case accepted(UInt32)
  /// It did not grow, but the key may be synced between devices, whose counters are their own;
  /// this value is to be stored, and the event to be noted.
  case noted(UInt32)
  /// It did not grow: the key may have been copied.
  case refused

  /// True if the counter did not grow.
  public var isBehind: Bool {
    if case .accepted = self { false } else { true }
  }

  /// Decides on a counter (section 7.2, step 22).
  public init(stored: UInt32, received: UInt32, backupEligible: Bool) {
    if received > stored || (received == 0 && stored == 0) {
      self = .accepted(received)
    } else {
      self = backupEligible ? .noted(received) : .refused
    }
  }
}

/// The party that decides on the signature counter (section 7.2, step 22).
public enum SignCountDecision: Sendable, Hashable {
  /// The verification: a counter that did not grow is refused.
  case here
  /// The caller, who holds the verdict against what is stored at the moment it commits.
  ///
  /// An assertion that is verified a second time is no copy of its key: its own count is what is
  /// stored by then.
  case byCaller
}
