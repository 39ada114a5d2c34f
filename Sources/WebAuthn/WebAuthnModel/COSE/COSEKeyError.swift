/// Why bytes are no public key that is used here.
public enum COSEKeyError: String, Error, Sendable, Hashable {
  /// The bytes are no canonical CBOR map.
  case encoding
  /// The key does not name its algorithm.
  case algorithmMissing
  /// The algorithm is not verified here.
  case algorithmUnknown
  /// The key type is another than the algorithm's.
  case keyType
  /// The curve is another than the algorithm's.
  case curve
  /// A coordinate or number is missing or has another length or type.
  case parameterShape
  /// There is a member that a WebAuthn key must not have, such as a private part.
  case furtherMember
  /// The RSA modulus is even, padded, or not of 2048 to 4096 bits.
  case modulus
  /// The RSA exponent is even, padded, below 3, or over 32 bits.
  case exponent
}
