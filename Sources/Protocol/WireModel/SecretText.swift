/// A text that must not be printed: a PIN, a code, a token.
///
/// Printing, interpolating or reflecting it shows that there is a secret and nothing of it, so none
/// reaches a log or an error through its value.
public struct SecretText: Sendable, Hashable {
  /// The secret itself.
  ///
  /// Every reader of this property answers for where it goes.
  public let exposed: String

  /// Wraps a secret.
  public init(_ text: String) { exposed = text }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the secret.
  public var description: String { "(secret)" }
  /// Never the secret.
  public var debugDescription: String { description }
  /// Nothing: `dump` finds no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretText: Codable {
  /// Reads a text.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the secret itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(exposed)
  }
}

/// Bytes that must not be printed; see ``SecretText``.
public struct SecretBytes: Sendable, Hashable {
  /// The secret itself.
  ///
  /// Every reader of this property answers for where it goes.
  public let exposed: [UInt8]

  /// Wraps a secret.
  public init(_ bytes: [UInt8]) { exposed = bytes }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the secret.
  public var description: String { "(secret)" }
  /// Never the secret.
  public var debugDescription: String { description }
  /// Nothing: `dump` finds no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes: Codable {
  /// Reads base64url.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([UInt8].self))
  }

  /// Writes the secret itself, as base64url.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(exposed)
  }
}
