/// What a CBOR value may cost before it is refused.
public struct CBORLimits: Sendable, Hashable {
  /// How many arrays and maps may stand inside each other.
  public let maximumDepth: Int

  /// The limit that holds everywhere: eight levels, twice what CTAP2 allows in its messages.
  public static let standard = CBORLimits(maximumDepth: 8)

  /// Makes limits; the depth is held between 1 and 512 so that the parser's stack is bounded.
  public init(maximumDepth: Int) {
    self.maximumDepth = min(max(maximumDepth, 1), 512)
  }
}
