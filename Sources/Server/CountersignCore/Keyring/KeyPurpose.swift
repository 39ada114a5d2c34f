/// What a key of the keyring is for.
///
/// One key serves one purpose.
public enum KeyPurpose: String, Sendable, Hashable, CaseIterable {
  /// The code of a challenge (HMAC-SHA256).
  case challenge
  /// The signature of a verification token (HS256).
  case verificationToken
  /// The derivation of mailed and texted codes (HMAC-SHA256).
  case code
  /// The pepper of PINs in the seed's form (HMAC-SHA256 before scrypt).
  case pinPepper
  /// The hashing of personal data in the audit log (HMAC-SHA256).
  case auditSubject
  /// The sealing of authenticator apps' secrets (AES-256-GCM).
  case authenticatorSecret

  /// The purposes that the keyrings of the first version have keys for, in the order in which the
  /// keys that came since are derived from theirs.
  static let ofVersion1: [KeyPurpose] = [
    .challenge, .verificationToken, .code, .pinPepper, .auditSubject,
  ]
}
