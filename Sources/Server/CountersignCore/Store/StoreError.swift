/// The store could not do its work.
///
/// Never the fault of who asked, and never shown to them.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it was.
  public struct Code: Sendable, Hashable {
    /// The code's name, as it stands in a log.
    public let name: String
    /// A constraint of the schema refused the statement.
    public static let constraint = Code(name: "constraint")
    /// A row does not have the shape that the schema promises.
    public static let corrupt = Code(name: "corrupt")
    /// The disk is full or cannot be written.
    public static let disk = Code(name: "disk")
    /// The store has closed, after a failed commit or at shutdown.
    public static let closed = Code(name: "closed")
    /// Any other failure of the database.
    public static let failed = Code(name: "failed")
  }

  /// The kind of failure.
  public let code: Code
  /// What the driver said; for the log only.
  public let reason: String

  /// A failure as a driver met it.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and the driver's words.
  public var description: String { "store \(code.name): \(reason)" }
}
