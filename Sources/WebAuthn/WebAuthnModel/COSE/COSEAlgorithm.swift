/// The signature algorithms that are verified here, by their COSE numbers.
public enum COSEAlgorithm: Int64, Codable, Sendable, CaseIterable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = -7
  /// Ed25519.
  case edDSA = -8
  /// RSA, PKCS #1 version 1.5 with SHA-256.
  case rs256 = -257
}
