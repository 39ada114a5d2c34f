/// What a JSON text may cost before it is refused.
public struct JSONLimits: Sendable, Hashable {
  /// How many arrays and objects may stand inside each other.
  public let maximumDepth: Int

  /// The limit that holds everywhere: sixteen levels.
  public static let standard = JSONLimits(maximumDepth: 16)

  /// Makes limits; the depth is held between 1 and 512 so that the parser's stack is bounded.
  public init(maximumDepth: Int) {
    self.maximumDepth = min(max(maximumDepth, 1), 512)
  }
}
