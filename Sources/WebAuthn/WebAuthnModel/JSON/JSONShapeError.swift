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
