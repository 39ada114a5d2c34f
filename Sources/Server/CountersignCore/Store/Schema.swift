/// The tables, as numbered steps that each driver applies once, in order.
///
/// One dialect serves both drivers: integers are 64 bits, times are milliseconds, bytes are written
/// as `BLOB` (the PostgreSQL driver says `BYTEA`).
public enum Schema {
  /// One step from a version to the next.
  public struct Migration: Sendable {
    /// The version that the store has after the step; 1 for the first.
    public let version: Int
    /// The statements of the step, run in one transaction.
    public let statements: [String]
  }

  /// All steps, oldest first.
  ///
  /// A step that has landed is never edited.
  public static let migrations: [Migration] = [
    Migration(version: 1, statements: SchemaVersion1.statements),
    Migration(version: 2, statements: SchemaVersion2.statements),
    Migration(version: 3, statements: SchemaVersion3.statements),
    Migration(version: 4, statements: SchemaVersion4.statements),
    Migration(version: 5, statements: SchemaVersion5.statements),
    Migration(version: 6, statements: SchemaVersion6.statements),
  ]
}
