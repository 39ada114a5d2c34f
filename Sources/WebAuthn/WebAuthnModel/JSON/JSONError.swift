/// Why bytes are no JSON text, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in words; it never quotes the input.
  public let problem: String
  /// The byte at which it was noticed, counted from zero.
  public let offset: Int

  /// Makes an error.
  public init(problem: String, offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The problem with its place.
  public var description: String { "\(problem) at byte \(offset)" }
}
