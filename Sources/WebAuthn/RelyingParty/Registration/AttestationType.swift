/// What an attestation statement proves (section 6.5.3).
public enum AttestationType: String, Sendable, Hashable {
  /// Nothing.
  case none
  /// That whoever registered holds the private key.
  case selfSigned
}
