/// The name that an authenticator gave to a key.
public struct CredentialID: Sendable, Hashable {
  /// The bytes, at most ``maximumLength`` wherever they came from outside.
  public let bytes: [UInt8]
  /// The longest id that WebAuthn allows (section 7.1, step 25).
  public static let maximumLength = 1023

  /// Takes the bytes as they are.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes as base64url without padding.
  public var base64URL: String { Base64URL.encode(bytes) }

  init(reading name: String, of reader: inout JSONObjectReader) throws(JSONShapeError) {
    bytes = try reader.bytes(name)
    guard 1...Self.maximumLength ~= bytes.count else {
      throw reader.failure(name, "must be 1 to \(Self.maximumLength) bytes")
    }
  }
}
