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
}
