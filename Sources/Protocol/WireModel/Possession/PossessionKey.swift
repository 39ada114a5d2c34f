import WebAuthnModel

/// The public half of a key to which an access token is bound: a point of P-256, which a DPoP proof
/// carries as a JWK (RFC 9449, section 4.2).
public struct PossessionKey: Sendable, Hashable {
  /// The first coordinate, 32 bytes.
  public let x: [UInt8]
  /// The second coordinate, 32 bytes.
  public let y: [UInt8]

  /// A key of two coordinates; nil where one has not 32 bytes.
  ///
  /// It may still be no point of the curve: whoever verifies with it finds that out.
  public init?(x: [UInt8], y: [UInt8]) {
    guard x.count == Self.coordinateBytes, y.count == Self.coordinateBytes else { return nil }
    self.x = x
    self.y = y
  }

  /// A key in the uncompressed form of ANSI X9.63: `04 ‖ x ‖ y`; nil for any other.
  public init?(x963Representation bytes: [UInt8]) {
    guard bytes.count == 1 + 2 * Self.coordinateBytes, bytes[0] == 4 else { return nil }
    self.init(
      x: Array(bytes[1...Self.coordinateBytes]), y: Array(bytes[(1 + Self.coordinateBytes)...]))
  }

  /// The key in the uncompressed form of ANSI X9.63.
  public var x963Representation: [UInt8] { [4] + x + y }

  /// The bytes whose SHA-256 is the key's thumbprint: the JWK's required members in the order of
  /// their names (RFC 7638, section 3.2).
  public var thumbprintInput: [UInt8] {
    let (x, y) = (Base64URL.encode(x), Base64URL.encode(y))
    return Array(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8)
  }

  private static let coordinateBytes = 32
}

/// The JWK of a key of P-256 (RFC 7518, section 6.2.1).
///
/// Other members are ignored (RFC 7517, section 4): WebCrypto writes `key_ops` and `ext`. A private
/// half is refused (RFC 9449, section 4.3).
extension PossessionKey: Codable, ExtensibleJSON {
  private enum CodingKeys: CodingKey {
    case kty
    case crv
    case x
    case y
    case d
  }

  /// Reads a JWK.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard !container.contains(.d) else {
      throw JSONShapeError(path: "d", problem: "is of a private key, which stays on the device")
    }
    let (type, curve) = (
      try container.decode(String.self, forKey: .kty),
      try container.decode(String.self, forKey: .crv)
    )
    let x = Base64URL.canonicalBytes(try container.decode(String.self, forKey: .x))
    let y = Base64URL.canonicalBytes(try container.decode(String.self, forKey: .y))
    guard type == "EC", curve == "P-256", let x, let y, let key = PossessionKey(x: x, y: y) else {
      throw JSONShapeError(path: "", problem: "must be a public key of P-256")
    }
    self = key
  }

  /// Writes the JWK.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("EC", forKey: .kty)
    try container.encode("P-256", forKey: .crv)
    try container.encode(Base64URL.encode(x), forKey: .x)
    try container.encode(Base64URL.encode(y), forKey: .y)
  }
}

/// The SHA-256 of a key as a JWK, by which a session knows its key (`jkt`; RFC 7638).
public struct KeyThumbprint: Sendable, Hashable, CustomStringConvertible {
  /// The hash in base64url, 43 characters.
  public let text: String

  /// The thumbprint of a SHA-256; nil for anything that has not its 32 bytes.
  public init?(sha256 hash: [UInt8]) {
    guard hash.count == 32 else { return nil }
    text = Base64URL.encode(hash)
  }

  /// Reads a thumbprint in base64url without padding; nil for any other text.
  public init?(_ text: String) {
    guard let bytes = Base64URL.canonicalBytes(text) else { return nil }
    self.init(sha256: bytes)
  }

  /// The text.
  public var description: String { text }
}

extension Base64URL {
  /// The bytes of a text in the one spelling that a JWT gives them: no padding, no stray bits, and
  /// base64url's own alphabet.
  static func canonicalBytes(_ text: some StringProtocol) -> [UInt8]? {
    guard let bytes = decode(text.utf8), encode(bytes) == text else { return nil }
    return bytes
  }
}
