public import WebAuthnModel

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
  /// Where the ceremony ran.
  public let origin: Origin
  /// The page around it, when it ran in a foreign frame.
  public let topOrigin: Origin?
  /// Whether the person was verified.
  public let userVerified: Bool
  /// Whether the credential is backed up.
  public let backedUp: Bool
  /// The counter as it was received.
  public let signCount: UInt32
  /// What the counter says; ``SignCountVerdict/refused`` only where the
  /// decision was left to the caller.
  public let signCountVerdict: SignCountVerdict
  private let assertion: UnverifiedAssertion

  init(
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
