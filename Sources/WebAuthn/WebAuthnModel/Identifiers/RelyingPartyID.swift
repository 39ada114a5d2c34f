/// The domain that credentials are bound to.
public struct RelyingPartyID: Sendable, Hashable {
  /// The domain, such as `example.com`.
  public let text: String

  /// Takes the domain as it is; it is compared byte by byte.
  public init(_ text: String) { self.text = text }
}

extension RelyingPartyID: Codable {
  /// Reads a text.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
