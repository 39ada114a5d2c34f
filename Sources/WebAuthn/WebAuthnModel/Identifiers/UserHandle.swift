/// The opaque name of an account towards authenticators.
public struct UserHandle: Sendable, Hashable {
  /// The bytes, at most ``maximumLength`` wherever they came from outside.
  public let bytes: [UInt8]
  /// The longest handle that WebAuthn allows (section 5.4.3).
  public static let maximumLength = 64

  /// Takes the bytes as they are.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes as base64url without padding.
  public var base64URL: String { Base64URL.encode(bytes) }
}

extension UserHandle: Codable {
  /// Reads base64url of 1 to ``maximumLength`` bytes.
  public init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode([UInt8].self)
    guard 1...Self.maximumLength ~= bytes.count else {
      throw JSONShapeError(path: "", problem: "must be 1 to \(Self.maximumLength) bytes")
    }
  }

  /// Writes base64url.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
