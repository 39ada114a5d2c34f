/// Why bytes are no canonical CBOR, and where.
public struct CBORError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let problem: Problem
  /// The byte at which it was noticed, counted from zero.
  public let offset: Int

  /// What can be wrong with an encoding.
  public enum Problem: String, Sendable, Hashable {
    /// The bytes end inside a value.
    case truncated
    /// Bytes follow the value.
    case trailingBytes
    /// A length or number takes more bytes than it needs.
    case notShortest
    /// A length is left open.
    case indefiniteLength
    /// A map has one key twice.
    case duplicateKey
    /// A map's keys are out of order.
    case keyOrder
    /// Arrays and maps are nested past the limit.
    case tooDeep
    /// A text is no UTF-8.
    case notUTF8
    /// A tag, a floating-point number, or a simple value that is not used here.
    case unsupported
    /// A header that RFC 8949 reserves.
    case reserved
  }

  /// Makes an error.
  public init(problem: Problem, offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The problem with its place.
  public var description: String { "\(problem.rawValue) at byte \(offset)" }
}
