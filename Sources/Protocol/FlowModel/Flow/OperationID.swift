/// Names one operation at the server: a challenge's id, or the idempotency key of a PIN.
public struct OperationID: Sendable, Hashable, CustomStringConvertible {
  /// The id as it stands in `GET /operations/{id}`.
  ///
  /// It entitles to nothing.
  public let text: String

  /// An id of a given text.
  public init(_ text: String) { self.text = text }

  /// The text.
  public var description: String { text }
}
