import WebAuthnModel

/// One step from a schema to the next.
public struct SchemaStep: Sendable {
  /// The step's number among its owner's; 1 for the first.
  public let number: Int
  /// The statements, run in one transaction.
  public let statements: [String]
  /// The statements that follow in a database whose transactions run beside each other, as
  /// PostgreSQL's do and SQLite's do not: indexes that keep them out of each other's way.
  public let concurrentStatements: [String]
  /// The rewriting after the statements, in their transaction; nil if rows stay as they are.
  public let rewriting: RowRewriting?
  /// True if a node that does not know the step serves on beside it, as where it only adds a column
  /// that may be NULL.
  ///
  /// Such a step takes no key and no default away: that node looks for them.
  public let isSurvived: Bool

  /// A step of an owner's schema.
  public init(
    _ number: Int, _ statements: [String], concurrentStatements: [String] = [],
    rewriting: RowRewriting? = nil, isSurvived: Bool = false
  ) {
    self.number = number
    self.statements = statements
    self.concurrentStatements = concurrentStatements
    self.rewriting = rewriting
    self.isSurvived = isSurvived
  }

  /// SHA-256 over the statements, by which a database tells this step from another of its number.
  package var digest: [UInt8] {
    let parts = [statements, concurrentStatements, rewriting?.statements ?? []]
    return sha256(JSONValue.array(parts.map { .array($0.map(JSONValue.string)) }).serialized())
  }
}

/// A step that opening a store has applied.
public struct AppliedStep: Sendable, Hashable, CustomStringConvertible {
  /// The owner of the step.
  public let owner: String
  /// Its number.
  public let number: Int

  /// A step of an owner's.
  public init(_ owner: String, _ number: Int) {
    self.owner = owner
    self.number = number
  }

  /// The owner and the number.
  public var description: String { "\(owner) \(number)" }
}

/// The rows that a step rewrites where SQL alone cannot, as where it seals what they hold.
public struct RowRewriting: Sendable {
  /// Rewrites the rows, and says how many there were.
  public let rows: @Sendable (any WriteTransaction) throws -> Int
  /// The statements that follow, as those that drop what the rows were in.
  public let statements: [String]

  /// A rewriting, with the statements after it.
  public init(
    _ rows: @escaping @Sendable (any WriteTransaction) throws -> Int, then statements: [String] = []
  ) {
    self.rows = rows
    self.statements = statements
  }
}

extension WriteTransaction {
  /// Goes through the rows of a table in parts, so that no memory holds them all.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - key: The column of its primary key.
  ///   - columns: What is read of each row.
  ///   - body: Given the key alone in a row, and the columns.
  /// - Returns: How many rows there were.
  /// - Throws: ``StoreError``, and what the body throws.
  public func forEachRow(
    of table: String, by key: String, _ columns: [String],
    _ body: (_ id: SQLRow, SQLRow) throws -> Void
  ) throws -> Int {
    var count = 0
    var last: SQLValue?
    while true {
      let part = try rows(
        """
        SELECT \(([key] + columns).joined(separator: ", ")) FROM \(table)
        \(last == nil ? "" : "WHERE \(key) > ?") ORDER BY \(key) LIMIT 256
        """, [last].compactMap(\.self))
      guard let end = part.last else { return count }
      for row in part {
        try body(SQLRow([row.values[0]]), SQLRow(Array(row.values[1...])))
      }
      last = end.values[0]
      count += part.count
    }
  }
}
