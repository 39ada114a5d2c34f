import WebAuthnModel

/// A link that another screen shows, as a QR code or as an address to tap.
public struct LinkAddress: Sendable, Hashable {
  /// The link's id: 128 random bits, base64url.
  public let id: String

  /// Reads what was scanned or tapped: an address with the id in its fragment, or the id alone.
  ///
  /// Nil where it holds no id. The address's host is not asked: an id of another server is none of
  /// this one.
  public init?(_ text: String) {
    let id = text.lastIndex(of: "#").map { text[text.index(after: $0)...] } ?? text[...]
    guard let bytes = Base64URL.decode(String(id)), bytes.count >= 16 else { return nil }
    self.id = String(id)
  }
}
