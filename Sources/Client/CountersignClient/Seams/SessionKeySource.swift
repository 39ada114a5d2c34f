public import WireModel

/// Makes the keys that access tokens are bound to (RFC 9449), and has what a proof by one needs of
/// the platform.
public protocol SessionKeySource: Sendable {
  /// Makes a key of P-256 that is in memory alone, and gone with the process.
  func makeKey() throws(SessionKeyError) -> any SessionKey

  /// The SHA-256 of bytes.
  func sha256(_ bytes: [UInt8]) -> [UInt8]

  /// The time by this device's clock, in seconds since 1970.
  ///
  /// It stands in each proof; this package's server does not check it.
  var unixSeconds: Int64 { get }
}

/// A key that an access token is bound to.
public protocol SessionKey: Sendable {
  /// The public half.
  var publicKey: PossessionKey { get }

  /// Signs bytes (ES256).
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The signature: `r ‖ s`, 64 bytes.
  /// - Throws: ``SessionKeyError``.
  func signature(over bytes: [UInt8]) throws(SessionKeyError) -> [UInt8]
}

/// A key could not be made, or did not sign.
public struct SessionKeyError: Error, Sendable, Hashable {
  /// The error.
  public init() {}
}
