/// How a route answered: one row of the list of routes and outcomes.
public struct RouteOutcome: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The method of the request.
  public let method: String
  /// The path of the route, with its parameters in braces; `-` for a path that is no route's.
  public let path: String
  /// The status of the answer.
  public let status: String
  /// The reason in the body of a refusal; `-` for an answer without a reason.
  public let reason: String

  /// An outcome.
  public init(_ method: String, _ path: String?, status: Int, reason: String? = nil) {
    self.method = method
    self.path = path ?? "-"
    self.status = String(status)
    self.reason = reason ?? "-"
  }

  /// An outcome as a row of the list has it, or a pattern of outcomes.
  ///
  /// - Throws: ``UnreadableRow`` if the row has not exactly four words.
  init(row: Substring) throws {
    let words = row.split(separator: " ").map(String.init)
    guard words.count == 4 else { throw UnreadableRow(row: String(row)) }
    (method, path, status, reason) = (words[0], words[1], words[2], words[3])
  }

  /// The row: method, path, status and reason.
  public var description: String { "\(method) \(path) \(status) \(reason)" }

  /// The order of the list: all outcomes of a path are together.
  public static func < (first: RouteOutcome, second: RouteOutcome) -> Bool {
    (first.path, first.method, first.status, first.reason)
      < (second.path, second.method, second.status, second.reason)
  }

  /// Returns true if each word of a pattern is `*` or this outcome's.
  func matches(_ pattern: RouteOutcome) -> Bool {
    zip(
      [pattern.method, pattern.path, pattern.status, pattern.reason],
      [method, path, status, reason]
    ).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

/// A row of the list, of a journal or of the outcomes by chance that cannot be read.
struct UnreadableRow: Error, CustomStringConvertible {
  let row: String

  var description: String { "not a row of outcomes: \(row)" }
}
