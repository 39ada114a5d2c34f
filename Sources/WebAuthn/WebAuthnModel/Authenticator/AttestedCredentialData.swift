/// The new credential inside authenticator data (section 6.5.1).
public struct AttestedCredentialData: Sendable, Hashable {
  /// The make of the authenticator, 16 bytes; zeros when it does not tell.
  public let aaguid: [UInt8]
  /// The credential's id, of any length; the relying party refuses one that is too long.
  public let credentialID: CredentialID
  /// The public key as the canonical CBOR that was sent.
  public let publicKey: [UInt8]

  /// Makes data; the aaguid is cut or filled to 16 bytes.
  public init(aaguid: [UInt8], credentialID: CredentialID, publicKey: [UInt8]) {
    let padding = [UInt8](repeating: 0, count: max(0, 16 - aaguid.count))
    self.aaguid = aaguid.prefix(16) + padding
    self.credentialID = credentialID
    self.publicKey = publicKey
  }
}
