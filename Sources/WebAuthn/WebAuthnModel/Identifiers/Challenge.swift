/// What a proof answers.
public struct Challenge: Sendable, Hashable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Takes the bytes as they are.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes as base64url without padding, the form that client data carries.
  public var base64URL: String { Base64URL.encode(bytes) }
}

extension Challenge: Codable {
  /// Reads base64url.
  public init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode([UInt8].self)
  }

  /// Writes base64url.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
