import CountersignCore
import Testing

@testable import CountersignSQLite

@Suite("What somebody puts into a file of SQLite")
struct OwnTablesTests {
  // Holds: audit
  @Test(
    "Attack 36: a file with an index, statistics or words that no step makes is refused",
    arguments: [
      // It has all that a query wants: its values are read in the place of the table's.
      (
        "has the index cover,",
        [
          """
          CREATE INDEX cover ON audit (lane, sequence, at, kind, subject, details, previous_hash,
            hash, key, code)
          """
        ]
      ),
      ("has the index part,", ["CREATE INDEX part ON audit (kind) WHERE kind <> 'signed_in'"]),
      ("has the table sqlite_stat1,", ["ANALYZE"]),
      ("the index spent_by_time of", ["DROP INDEX spent_by_time"]),
      (
        "the index spent_by_time of",
        ["DROP INDEX spent_by_time", "CREATE INDEX spent_by_time ON spent (at) WHERE at > 9"]
      ),
      ("the table audit of", ["ALTER TABLE audit ADD COLUMN more TEXT AS (kind)"]),
      ("the table sessions of", ["ALTER TABLE sessions ADD COLUMN more TEXT DEFAULT 'x'"]),
      (
        "the table settings of",
        [
          "DROP TABLE settings",
          "CREATE TABLE settings (name TEXT PRIMARY KEY, value BIGINT NOT NULL CHECK (value < 9))",
        ]
      ),
      ("the table settings of", ["DROP TABLE settings"]),
      // It refuses to have an account erased, or a session that a restoration ends.
      (
        "has the foreign key of zz,",
        ["CREATE TABLE zz (a TEXT REFERENCES accounts (id) ON DELETE RESTRICT)"]
      ),
      (
        "has the foreign key of zz,",
        [
          "CREATE TABLE zz (a TEXT, FOREIGN KEY (a) REFERENCES \"Sessions\" ON DELETE CASCADE)"
        ]
      ),
      // To SQLite it is one word, the name of a type, and the column may be NULL.
      (
        "the table settings of",
        [
          "DROP TABLE settings",
          "CREATE TABLE settings (name TEXT PRIMARY KEY, value BIGINTNOT NULL)",
        ]
      ),
      (
        "the table settings of",
        [
          "DROP TABLE settings",
          "CREATE TABLE settings (name TEXT PRIMARY KEY, value BIGINT \"NOT\" NULL)",
        ]
      ),
      (
        "the table settings of",
        [
          "DROP TABLE settings",
          "CREATE TABLE settings (name TEXT PRIMARY KEY, value BIGINT /* NOT NULL */)",
        ]
      ),
    ])
  func changed(_ words: String, _ statements: [String]) async throws {
    try await StorePlace.temporary { place in
      try await change(place, statements)
      let opened = #expect(throws: StoreError.self) {
        try SQLiteStore(path: place.databasePath, seals: .ofTests)
      }
      #expect(opened?.code == .corrupt && opened?.reason.contains(words) == true, "\(words)")
      let looked = #expect(throws: StoreError.self) {
        try SQLiteInspection(path: place.databasePath)
      }
      #expect(looked == opened)
    }
  }

  @Test("spaces, line breaks and the quotation marks of a table's name change no statement")
  func spaces() async throws {
    try await StorePlace.temporary { place in
      try await change(
        place,
        [
          "DROP TABLE settings",
          "CREATE TABLE \"settings\"(name TEXT\n PRIMARY KEY,value  BIGINT NOT NULL)",
        ])
      try await SQLiteStore(path: place.databasePath, seals: .ofTests).close()
    }
  }

  @Test("tables of others, with their indexes, are nobody's concern")
  func others() async throws {
    try await StorePlace.temporary { place in
      try await change(
        place,
        [
          "CREATE TABLE bank_notes (id BIGINT, more TEXT AS (id) CHECK (id > 0))",
          "CREATE INDEX bank_notes_by_id ON bank_notes (id) WHERE id > 5",
          "CREATE TABLE bank_parts (id BIGINT REFERENCES bank_notes (id) ON DELETE CASCADE)",
        ])
      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      try await store.close()
      #expect(try SQLiteInspection(path: place.databasePath).faults().isEmpty)
    }
  }

  // Holds: audit
  @Test("Attack 36: what is put there between two reads of a command is refused by the second")
  func between() async throws {
    try await StorePlace.temporary { place in
      try await change(place, [])
      let inspection = try SQLiteInspection(path: place.databasePath)
      let other = try SQLiteConnection(place.databasePath, for: .writing)
      try other.execute("CREATE INDEX cover ON audit (kind)")
      let refused = #expect(throws: StoreError.self) {
        try inspection.read { try $0.row("SELECT 1 FROM audit", []) }
      }
      #expect(refused?.reason.contains("has the index cover,") == true)
    }
  }

  // Holds: audit
  @Test("Attack 36: an index of the program's own that is another table's by its pages is found")
  func pages() async throws {
    try await StorePlace.temporary { place in
      try await change(place, [])
      let whole = try SQLiteInspection(path: place.databasePath)
      #expect(try whole.faults(of: "audit") == [])
      try await change(place, Self.forgedKey)
      let forged = try SQLiteInspection(path: place.databasePath)
      #expect(try forged.faults(of: "audit").contains { $0.contains("sqlite_autoindex_audit_1") })
      #expect(try forged.faults(of: "settings") == [])
    }
  }

  /// Gives the log a row, and its key an index in which the row is not.
  static let forgedKey = [
    """
    INSERT INTO audit (lane, sequence, at, kind, subject, details, previous_hash, hash, key, code)
      VALUES (x'07', 1, 1, 'counted', x'01', '{}', x'01', x'01', 1, x'01')
    """,
    "CREATE TABLE empty_log (lane BLOB, sequence BIGINT, PRIMARY KEY (lane, sequence))",
    "PRAGMA writable_schema = ON",
    // Each of the two indexes has the other's place.
    """
    UPDATE sqlite_master SET rootpage = (
      SELECT SUM(rootpage) FROM sqlite_master
      WHERE name IN ('sqlite_autoindex_empty_log_1', 'sqlite_autoindex_audit_1')
    ) - rootpage
    WHERE name IN ('sqlite_autoindex_empty_log_1', 'sqlite_autoindex_audit_1')
    """,
  ]

  /// Makes a store of the core, or opens it, and writes to its file past it.
  private func change(_ place: StorePlace, _ statements: [String]) async throws {
    let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
    try await store.close()
    let connection = try SQLiteConnection(place.databasePath, for: .writing)
    for statement in statements { try connection.execute(statement) }
    try connection.close()
  }
}
