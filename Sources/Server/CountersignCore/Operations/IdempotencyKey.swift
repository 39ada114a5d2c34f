import WireModel

/// A caller's own name for one operation (`Idempotency-Key`): 1 to 64 visible ASCII characters.
public struct IdempotencyKey: Sendable, Hashable {
  /// The key.
  public let text: String

  /// Takes a key as it was sent.
  ///
  /// - Throws: A ``Refusal`` where it is empty, too long, or holds anything but visible ASCII.
  public init(_ sent: String) throws(Refusal) {
    guard (1...64).contains(sent.utf8.count), sent.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
      throw Refusal(
        .malformed,
        "Idempotency-Key must be 1 to 64 visible ASCII characters, a random one for each action")
    }
    text = sent
  }

  private init(stored text: String) { self.text = text }

  /// The key as one of a host's: no account's own key, and no other host's, is the same.
  func of(_ host: AuthenticatedServiceKey) -> IdempotencyKey {
    // A space stands in no key that was sent.
    IdempotencyKey(stored: "\(host.id.text) \(text)")
  }
}
