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

/// Why a JSON value does not have the shape that was asked for, and at which member.
public struct JSONShapeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The member, its parents before it with dots between; empty for the value itself.
  public let path: String
  /// What is wrong with it, such as "must be an integer"; it never quotes the value.
  public let problem: String

  /// Makes an error.
  public init(path: String, problem: String) {
    self.path = path
    self.problem = problem
  }

  /// Path and problem, such as "amount: must be an integer".
  public var description: String { path.isEmpty ? problem : "\(path): \(problem)" }
}
