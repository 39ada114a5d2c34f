/// The domain that credentials are bound to.
public struct RelyingPartyID: Sendable, Hashable {
  /// The domain, such as `example.com`.
  public let text: String

  /// Takes the domain as it is; it is compared byte by byte.
  public init(_ text: String) { self.text = text }
}
