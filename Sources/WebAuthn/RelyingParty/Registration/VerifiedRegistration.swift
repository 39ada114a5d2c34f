public import WebAuthnModel

/// A registration that holds: this account made this credential, here.
///
/// There is one way to get one, ``UnverifiedRegistration/verified(challenge:user:policy:)``.
public struct VerifiedRegistration: Sendable, Hashable {
  /// The registration as it was sent, as evidence.
  public let response: RegistrationResponse
  /// The credential to be stored, unless its id is registered already.
  public let record: CredentialRecord
  /// The challenge that was answered.
  public let challenge: Challenge
  /// The page around the ceremony, when it ran in a foreign frame.
  public let topOrigin: Origin?
  /// The attestation format, such as `none`.
  public let attestationFormat: String
  /// What the attestation proves.
  public let attestationType: AttestationType
  /// The make that the authenticator claims, 16 bytes; without trusted attestation just a claim.
  public let aaguid: [UInt8]
}
