/// A mistake of the host in its configuration, or in what it hands over.
///
/// No request causes one: what a caller gets wrong is a ``Refusal``.
public struct ServerMisuse: Error, Sendable, Hashable, CustomStringConvertible {
  /// A stable snake_case code; more may come.
  public let code: String
  /// The mistake in words.
  public let description: String

  package init(code: String, description: String) {
    self.code = code
    self.description = description
  }

  /// Two mistakes are equal where their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
