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

  init?(readingOptional name: String, of reader: inout JSONObjectReader) throws(JSONShapeError) {
    guard let bytes = try reader.optionalBytes(name) else { return nil }
    guard 1...Self.maximumLength ~= bytes.count else {
      throw reader.failure(name, "must be 1 to \(Self.maximumLength) bytes")
    }
    self.bytes = bytes
  }
}
