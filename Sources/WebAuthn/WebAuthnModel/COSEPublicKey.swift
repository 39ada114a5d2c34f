/// A credential's public key in the COSE form that WebAuthn prescribes (section 6.5.1).
///
/// The shape is strict: the algorithm is named and fits key type and curve, coordinates and moduli
/// have their exact length, and there is no further member, so no private part either. The
/// relying party finds out if a point lies on its curve.
public enum COSEPublicKey: Sendable, Hashable {
  /// A point on P-256, 32 bytes for each coordinate.
  case es256(x: [UInt8], y: [UInt8])
  /// An encoded point of edwards25519, 32 bytes.
  case ed25519([UInt8])
  /// An RSA key, modulus and exponent as big-endian numbers without leading zeros.
  case rs256(modulus: [UInt8], exponent: [UInt8])

  /// Reads a key from its CBOR encoding; bytes after it are refused.
  public init(cbor bytes: [UInt8]) throws(COSEKeyError) {
    let value: CBORValue
    do throws(CBORError) {
      value = try CBORValue(parsing: bytes)
    } catch {
      throw COSEKeyError.encoding
    }
    guard case .map(let map) = value else { throw COSEKeyError.encoding }
    try self.init(map: map)
  }

  /// The algorithm that the key is for.
  public var algorithm: COSEAlgorithm {
    switch self {
    case .es256: .es256
    case .ed25519: .edDSA
    case .rs256: .rs256
    }
  }

  /// The key as canonical CBOR.
  public func serialized() -> [UInt8] {
    let pairs: [(CBORValue, CBORValue)] =
      switch self {
      case .es256(let x, let y):
        [(1, 2), (3, -7), (-1, 1), (-2, .bytes(x)), (-3, .bytes(y))]
      case .ed25519(let point):
        [(1, 1), (3, -8), (-1, 6), (-2, .bytes(point))]
      case .rs256(let modulus, let exponent):
        [(1, 3), (3, -257), (-1, .bytes(modulus)), (-2, .bytes(exponent))]
      }
    return CBORValue.map(CBORMap(pairs)).serialized()
  }

  init(map: CBORMap) throws(COSEKeyError) {
    guard let number = map.value(Label.algorithm)?.integer else {
      throw COSEKeyError.algorithmMissing
    }
    guard let algorithm = COSEAlgorithm(rawValue: number) else {
      throw COSEKeyError.algorithmUnknown
    }
    switch algorithm {
    case .es256:
      try Self.require(map, keyType: 2, curve: 1)
      let x = try Self.bytes(map, -2, count: 32)
      let y = try Self.bytes(map, -3, count: 32)
      try Self.requireCount(map, 5)
      self = .es256(x: x, y: y)
    case .edDSA:
      try Self.require(map, keyType: 1, curve: 6)
      let point = try Self.bytes(map, -2, count: 32)
      try Self.requireCount(map, 4)
      self = .ed25519(point)
    case .rs256:
      try Self.require(map, keyType: 3, curve: nil)
      guard case .bytes(let modulus)? = map.value(-1), case .bytes(let exponent)? = map.value(-2)
      else { throw COSEKeyError.parameterShape }
      try Self.requireCount(map, 4)
      try Self.requireSane(modulus: modulus, exponent: exponent)
      self = .rs256(modulus: modulus, exponent: exponent)
    }
  }

  private enum Label {
    static let keyType: Int64 = 1
    static let algorithm: Int64 = 3
    static let curve: Int64 = -1
  }

  private static func require(
    _ map: CBORMap, keyType: Int64, curve: Int64?
  ) throws(COSEKeyError) {
    guard map.value(Label.keyType)?.integer == keyType else { throw COSEKeyError.keyType }
    guard let curve else { return }
    guard map.value(Label.curve)?.integer == curve else { throw COSEKeyError.curve }
  }

  private static func bytes(
    _ map: CBORMap, _ label: Int64, count: Int
  ) throws(COSEKeyError) -> [UInt8] {
    guard case .bytes(let bytes)? = map.value(label), bytes.count == count else {
      throw COSEKeyError.parameterShape
    }
    return bytes
  }

  /// All members were named above, so any more is one that must not be there.
  private static func requireCount(_ map: CBORMap, _ count: Int) throws(COSEKeyError) {
    guard map.count == count else { throw COSEKeyError.furtherMember }
  }

  /// Holds the modulus to 2048 to 4096 bits: below is too weak, and above only costs time.
  ///
  /// The exponent is odd, at least 3 and at most 32 bits, for the same reasons.
  private static func requireSane(
    modulus: [UInt8], exponent: [UInt8]
  ) throws(COSEKeyError) {
    guard let first = modulus.first, let last = modulus.last, first != 0, last & 1 == 1,
      2048...4096 ~= modulus.count * 8 - first.leadingZeroBitCount
    else { throw COSEKeyError.modulus }
    guard let first = exponent.first, let last = exponent.last, first != 0, last & 1 == 1,
      exponent.count <= 4, exponent != [1]
    else { throw COSEKeyError.exponent }
  }
}

/// The signature algorithms that are verified here, by their COSE numbers.
public enum COSEAlgorithm: Int64, Codable, Sendable, CaseIterable {
  /// ECDSA on P-256 with SHA-256.
  case es256 = -7
  /// Ed25519.
  case edDSA = -8
  /// RSA, PKCS #1 version 1.5 with SHA-256.
  case rs256 = -257
}

/// A fault of bytes that are no public key.
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
