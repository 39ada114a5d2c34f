/// The random bytes that a proof answers.
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
    bytes = try Base64URLBytes(from: decoder).bytes
  }

  /// Writes base64url.
  public func encode(to encoder: any Encoder) throws {
    try Base64URLBytes(bytes).encode(to: encoder)
  }
}

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
}

extension CredentialID: Codable {
  /// Reads base64url of 1 to ``maximumLength`` bytes.
  public init(from decoder: any Decoder) throws {
    bytes = try Base64URLBytes(from: decoder).bytes
    guard 1...Self.maximumLength ~= bytes.count else {
      throw JSONShapeError(path: "", problem: "must be 1 to \(Self.maximumLength) bytes")
    }
  }

  /// Writes base64url.
  public func encode(to encoder: any Encoder) throws {
    try Base64URLBytes(bytes).encode(to: encoder)
  }
}

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
    bytes = try Base64URLBytes(from: decoder).bytes
    guard 1...Self.maximumLength ~= bytes.count else {
      throw JSONShapeError(path: "", problem: "must be 1 to \(Self.maximumLength) bytes")
    }
  }

  /// Writes base64url.
  public func encode(to encoder: any Encoder) throws {
    try Base64URLBytes(bytes).encode(to: encoder)
  }
}

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

extension Challenge {
  /// Makes 32 random bytes.
  ///
  /// - Parameter generator: A cryptographically secure one, as the system's
  ///   (`SystemRandomNumberGenerator`) is.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(randomBytes(using: &generator))
  }
}

extension UserHandle {
  /// Makes 32 random bytes, since a handle says nothing about its person (section 14.6.1).
  ///
  /// - Parameter generator: A cryptographically secure one, as the system's
  ///   (`SystemRandomNumberGenerator`) is.
  public init(using generator: inout some RandomNumberGenerator) {
    self.init(randomBytes(using: &generator))
  }
}

private func randomBytes(using generator: inout some RandomNumberGenerator) -> [UInt8] {
  (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64, Array.init) }
}
