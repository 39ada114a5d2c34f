/// A table as a database describes it.
package struct StoredTable: Sendable, Hashable {
  /// Its name.
  package let name: String
  /// Its columns.
  package let columns: [String]
  /// The columns of its primary key, in the key's order; empty where it has none.
  package let key: [String]
  /// The other tables that its foreign keys name.
  package let references: Set<String>

  /// A table as a driver found it.
  package init(name: String, columns: [String], key: [String], references: Set<String>) {
    (self.name, self.columns, self.key) = (name, columns, key)
    self.references = references.subtracting([name])
  }

  /// The name as a statement has it.
  var quoted: String { Self.quoted(name) }

  /// The columns as a statement has them.
  static func list(_ columns: [String]) -> String {
    columns.map(quoted).joined(separator: ", ")
  }

  /// The key as a statement compares and sorts it.
  var keyList: String { Self.list(key) }

  private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

extension [StoredTable] {
  /// The tables, each behind those that its foreign keys name.
  ///
  /// Tables that name each other in a ring stay as they are: no order helps them.
  func inOrderOfReferences() -> [StoredTable] {
    let names = Set(map(\.name))
    var (sorted, left): ([StoredTable], [StoredTable]) = ([], self)
    var done: Set<String> = []
    while !left.isEmpty {
      let next = left.filter { $0.references.intersection(names).subtracting(done).isEmpty }
      guard !next.isEmpty else { return sorted + left }
      sorted += next
      done.formUnion(next.map(\.name))
      left.removeAll { done.contains($0.name) }
    }
    return sorted
  }
}

/// A database that is copied from: nobody else changes it meanwhile, or one snapshot of it is read.
package protocol CopySource: ReadTransaction {
  /// The tables that are there, without those that the driver keeps for itself.
  func tables() throws -> [StoredTable]

  /// Tells if there is a table, the driver's own included.
  func hasTable(_ name: String) throws -> Bool
}

extension CopySource {
  /// No keys: what is sealed stays so.
  package var seals: StoreSeals { .none }
}

/// A database that is copied into, by one copy at a time.
package protocol CopyTarget: CopySource {
  /// Runs statements in one transaction, which is durable before this returns.
  func write(_ statements: [SQLStatement]) throws

  /// Makes the tables that are missing.
  func makeTables(of schemas: [Schema]) throws

  /// Ends the use of the database.
  func close() throws
}
