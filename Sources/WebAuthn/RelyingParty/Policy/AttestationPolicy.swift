/// Which attestation a registration may bring.
public enum AttestationPolicy: Sendable, Hashable {
  /// No attestation or self attestation; either way nothing is learned about the authenticator.
  case none
}
