import CountersignCore

/// The tables and indexes that the steps of schemas make, in SQLite's own words.
///
/// Whoever writes to the file can put more into it, or other words: an index that holds other
/// values than its table, statistics that favor it, a default, a check. SQLite believes them.
struct SQLiteOwnTables: Sendable {
  /// A row of `sqlite_master`.
  private struct Entry: Hashable {
    let kind: String
    let name: String
    let table: String
    /// The words of the statement, since SQLite's versions set spaces in different places; nil for
    /// the index of a key.
    let words: [SQLWord]?

    // Versions of SQLite set the names of tables in quotation marks or not. Any other word in them
    // is no keyword any more.
    init(_ row: SQLRow, quoting names: Set<String>) throws {
      (kind, name) = (try row.text(0), try row.text(1))
      table = try row.text(2)
      words = try row.optionalText(3).map { statement in
        SQLWord.all(of: statement).map { word in
          guard case .quoted(let name) = word, names.contains(name) else { return word }
          return .plain(name)
        }
      }
    }
  }

  /// The table that says which steps there are.
  static let ofSteps = """
    CREATE TABLE IF NOT EXISTS schema_steps (
      owner TEXT NOT NULL, step BIGINT NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (owner, step)
    )
    """

  private let entries: Set<Entry>
  /// The names of the tables as steps write them.
  private let tables: Set<String>
  /// The names of them all, in lower case: SQLite has no other one of that name then.
  private let names: Set<String>

  /// The objects that all steps of schemas make, read from an empty database in memory.
  init(madeBy schemas: [Schema]) throws {
    let memory = try SQLiteConnection(":memory:", for: .writing)
    try memory.execute("PRAGMA foreign_keys = ON")
    try memory.execute(Self.ofSteps)
    for step in schemas.flatMap(\.steps) {
      for statement in step.statements + (step.rewriting?.statements ?? []) {
        try memory.execute(statement)
      }
    }
    tables = Set(
      try memory.run("SELECT name FROM sqlite_master WHERE type = 'table'").map { try $0.text(0) })
    entries = Set(try Self.entries(in: memory, quoting: tables))
    names = Set(entries.map { $0.name.lowercased() })
  }

  /// Refuses a database in which one of them is missing, is another or is not alone.
  ///
  /// Tables of others, with their indexes, are nobody's concern, unless their rows hold ours: a
  /// foreign key can refuse to have one deleted, or delete more with it.
  func require(in connection: SQLiteConnection) throws {
    try Self.requirePlain(connection)
    try requireNoKeyOfOthers(in: connection)
    var missing = entries
    for entry in try Self.entries(in: connection, quoting: tables)
    where missing.remove(entry) == nil {
      let (name, table) = (entry.name.lowercased(), entry.table.lowercased())
      if names.contains(name) { throw StoreError.changed(entry.kind, entry.name) }
      if names.contains(table) { throw StoreError.foreign(entry.kind, entry.name) }
    }
    if let entry = missing.min(by: { $0.name < $1.name }) {
      throw StoreError.changed(entry.kind, entry.name)
    }
  }

  private func requireNoKeyOfOthers(in connection: SQLiteConnection) throws {
    let keys = try connection.run(
      """
      SELECT made.name, key."table" FROM sqlite_master AS made
        JOIN pragma_foreign_key_list(made.name) AS key
      WHERE made.type = 'table' ORDER BY 1, 2
      """)
    let ours = Set(tables.map { $0.lowercased() })
    for key in keys {
      let (name, target) = (try key.text(0), try key.text(1).lowercased())
      if ours.contains(target), !ours.contains(name.lowercased()) {
        throw StoreError.foreign("foreign key of", name)
      }
    }
  }

  /// Refuses a database in which reading or writing a table does something else too: no schema has
  /// a trigger, a view, a virtual table or statistics.
  static func requirePlain(_ connection: SQLiteConnection) throws {
    let foreign = try connection.run(
      """
      SELECT CASE WHEN type = 'table' AND rootpage = 0 THEN 'virtual table' ELSE type END, name
      FROM sqlite_master
      WHERE type NOT IN ('table', 'index') OR type = 'table' AND rootpage = 0
        OR name LIKE 'sqlite_stat%' ORDER BY name LIMIT 1
      """
    ).first
    if let foreign { throw StoreError.foreign(try foreign.text(0), try foreign.text(1)) }
  }

  private static func entries(
    in connection: SQLiteConnection, quoting names: Set<String>
  ) throws -> [Entry] {
    try connection.run("SELECT type, name, tbl_name, sql FROM sqlite_master")
      .map { try Entry($0, quoting: names) }
  }
}
