/// The flags byte of authenticator data (section 6.1).
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  /// The byte.
  public let rawValue: UInt8

  /// Takes the byte as it is, reserved bits too.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// UP: somebody was there.
  public static let userPresent = AuthenticatorFlags(rawValue: 0x01)
  /// UV: the person was verified.
  public static let userVerified = AuthenticatorFlags(rawValue: 0x04)
  /// BE: the credential may be backed up.
  public static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
  /// BS: the credential is backed up now.
  public static let backedUp = AuthenticatorFlags(rawValue: 0x10)
  /// AT: attested credential data follow.
  public static let attestedCredentialData = AuthenticatorFlags(rawValue: 0x40)
  /// ED: extension outputs follow.
  public static let extensionData = AuthenticatorFlags(rawValue: 0x80)
}
