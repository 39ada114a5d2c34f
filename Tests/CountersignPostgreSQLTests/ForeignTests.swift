import CountersignCore
import ProgramTesting
import Testing

@testable import CountersignPostgreSQL

@Suite("What somebody puts into a database of PostgreSQL", .timeLimit(.minutes(2)))
struct ForeignTests {
  // Holds: audit
  @Test(
    "a database of PostgreSQL in which somebody hides rows is refused",
    arguments: [
      (
        "trigger gone",
        [
          "CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
          "CREATE TRIGGER gone BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION gone()",
        ]
      ),
      ("rule gone", ["CREATE RULE gone AS ON INSERT TO notes DO INSTEAD NOTHING"]),
      ("row security of notes", ["ALTER TABLE notes ENABLE ROW LEVEL SECURITY"]),
      ("view gone", ["CREATE VIEW gone AS SELECT id FROM notes"]),
      ("view gone", ["CREATE MATERIALIZED VIEW gone AS SELECT id FROM notes"]),
      (
        "view notes",
        [
          "ALTER TABLE notes RENAME TO kept",
          "CREATE VIEW notes AS SELECT id, count FROM kept WHERE false",
        ]
      ),
    ])
  func foreign(_ thing: String, _ statements: [String]) async throws {
    try await refused("the database has the \(thing),", statements, Notes.schema)
  }

  // Holds: audit
  @Test(
    "Attack 36: a key that is gone and a default that no step makes are refused",
    arguments: [
      ("the primary key notes (id) of", ["ALTER TABLE notes DROP CONSTRAINT notes_pkey"]),
      // One of other columns, or of some rows alone, is not in its place.
      (
        "the primary key notes (id) of",
        [
          "ALTER TABLE notes DROP CONSTRAINT notes_pkey",
          "ALTER TABLE notes ADD PRIMARY KEY (id, count)",
          "CREATE UNIQUE INDEX part ON notes (id) WHERE id > 5",
        ]
      ),
      ("the unique key kinds (name, note) of", ["DROP INDEX kinds_by_name"]),
      (
        "the unique key kinds (code) of",
        [
          "ALTER TABLE kinds DROP CONSTRAINT kinds_1_code_key",
          "CREATE INDEX kinds_1_code_key ON kinds (code)",
        ]
      ),
      ("the foreign key kinds (note) of", ["ALTER TABLE kinds DROP CONSTRAINT kinds_1_note_fkey"]),
      (
        "the primary key schema_steps (owner, step) of",
        [
          "ALTER TABLE schema_steps DROP CONSTRAINT schema_steps_pkey"
        ]
      ),
      ("the type of notes.count of", ["ALTER TABLE notes ALTER count TYPE TEXT"]),
      ("the type of kinds.name of", ["ALTER TABLE kinds ALTER name TYPE VARCHAR"]),
      ("the default of kinds.name of", ["ALTER TABLE kinds ALTER name SET DEFAULT 'other'"]),
      ("the default of kinds.name of", ["ALTER TABLE kinds ALTER name DROP DEFAULT"]),
      ("the default of kinds.code of", ["ALTER TABLE kinds ALTER code SET DEFAULT 8"]),
      ("the default of kinds.name of", ["ALTER TABLE kinds ALTER name SET DEFAULT CURRENT_USER"]),
      (
        "the database has the default of notes.count,",
        [
          "ALTER TABLE notes ALTER count SET DEFAULT 5"
        ]
      ),
      // A stranger's column, or one of a later step.
      (
        "the database has the default of notes.by,",
        [
          "ALTER TABLE notes ADD by TEXT DEFAULT CURRENT_USER"
        ]
      ),
      (
        "the database has the default of notes.at,",
        [
          "ALTER TABLE notes ADD at TEXT DEFAULT CAST(CURRENT_TIMESTAMP AS TEXT)"
        ]
      ),
    ])
  func keys(_ words: String, _ statements: [String]) async throws {
    try await refused(words, statements, Self.keyed)
  }

  private static let keyed = Schema(
    owner: "notes",
    steps: Notes.schema.steps + [
      SchemaStep(
        2,
        [
          "CREATE TABLE labels (id BIGINT PRIMARY KEY)",
          """
          CREATE TABLE kinds_1 (
            code BIGINT NOT NULL DEFAULT 7 UNIQUE CHECK (code > 0), label TEXT DEFAULT 'it''s',
            note BIGINT REFERENCES labels (id)
          )
          """,
          "ALTER TABLE kinds_1 RENAME COLUMN label TO name",
          "CREATE UNIQUE INDEX kinds_by_name ON kinds_1 (name, note)",
          "ALTER TABLE kinds_1 RENAME TO kinds",
        ])
    ])

  private func refused(
    _ words: String, _ statements: [String], _ schema: Schema
  ) async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let store = try Notes.open(address, schema)
    try await store.write { transaction in
      for statement in statements { _ = try transaction.execute(statement, []) }
    }
    try await store.close()
    let opened = Notes.failure(address, schema)
    #expect(opened?.code == .corrupt)
    #expect(opened?.reason.contains(words) == true, "\(words): \(opened?.reason ?? "")")
    let looked = #expect(throws: StoreError.self) {
      try PostgreSQLInspection(PostgreSQLAddress(address), schemas: [schema])
    }
    #expect(looked == opened)
  }

  // Holds: audit
  @Test(
    "Attack 36: code on a table is refused under whatever name, and so is what captures a name",
    arguments: [
      ("constraint notes_check", [chk, "ALTER TABLE notes ADD CHECK (chk())"]),
      // PostgreSQL's own functions run statements too.
      (
        "constraint notes_check",
        [
          """
          ALTER TABLE notes
            ADD CHECK (query_to_xml('DELETE FROM notes', true, true, '') IS NOT NULL)
          """
        ]
      ),
      (
        "constraint notes_count_check",
        [
          chk, "CREATE DOMAIN checked AS BIGINT CHECK (chk())",
          "ALTER TABLE notes ADD CHECK (CAST(CAST(count AS TEXT) AS checked) IS NOT NULL)",
        ]
      ),
      (
        "default of notes.count",
        [chk, "ALTER TABLE notes ALTER count SET DEFAULT CAST(chk() AS INTEGER)"]
      ),
      ("default of notes.count", ["ALTER TABLE notes ALTER count SET DEFAULT random()"]),
      (
        "generated column notes.more",
        ["ALTER TABLE notes ADD more BIGINT GENERATED ALWAYS AS (1) STORED"]
      ),
      ("index odd", [odd, "CREATE INDEX odd ON notes (odd(count))"]),
      ("index odd", [odd, "CREATE INDEX odd ON notes (id) WHERE odd(count) > 5"]),
      ("statistics odd", [odd, "CREATE STATISTICS odd ON (odd(count)), id FROM notes"]),
      (
        "other column type in notes",
        ["CREATE DOMAIN number AS BIGINT", "ALTER TABLE notes ALTER count TYPE number"]
      ),
      ("inheritance of notes", ["CREATE SCHEMA aa", "CREATE TABLE aa.more () INHERITS (notes)"]),
      (
        "foreign key more_id_fkey",
        ["CREATE TABLE more (id BIGINT REFERENCES notes (id) ON DELETE CASCADE)"]
      ),
      (
        "foreign key own",
        [
          """
          ALTER TABLE notes
            ADD CONSTRAINT own FOREIGN KEY (count) REFERENCES notes (id) ON DELETE CASCADE
          """
        ]
      ),
      ("unlogged table notes", ["ALTER TABLE notes SET UNLOGGED"]),
      (
        "function length",
        ["CREATE FUNCTION length(BIGINT) RETURNS BIGINT LANGUAGE sql AS 'SELECT 0::BIGINT'"]
      ),
      (
        "operator =",
        [never, "CREATE OPERATOR = (LEFTARG=BIGINT, RIGHTARG=BIGINT, FUNCTION=never)"]
      ),
    ])
  func code(_ thing: String, _ statements: [String]) async throws {
    try await foreign(thing, statements)
  }

  private static let chk = """
    CREATE FUNCTION chk() RETURNS BOOLEAN LANGUAGE plpgsql
      AS 'BEGIN DELETE FROM public.notes; RETURN true; END'
    """
  private static let odd = """
    CREATE FUNCTION odd(BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS 'SELECT $1'
    """
  private static let never = """
    CREATE FUNCTION never(BIGINT, BIGINT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS 'SELECT false'
    """

  // Holds: audit
  @Test("Attack 36: no table or operator of another schema on the path hides rows")
  func path() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let store = try Notes.open(address)
    try await store.countUp(1)
    try await store.close()
    try Self.run(
      [
        "CREATE SCHEMA aa", "CREATE VIEW aa.notes AS SELECT id, count FROM notes WHERE false",
        "CREATE TABLE aa.pg_class (relname TEXT)", Self.never,
        "CREATE OPERATOR aa.= (LEFTARG=BIGINT, RIGHTARG=BIGINT, FUNCTION=never)",
        Self.setting("search_path = aa, public, pg_catalog"),
        Self.setting("transform_null_equals = on"), Self.setting("row_security = on"),
        Self.setting("standard_conforming_strings = off"),
      ], address)
    let again = try Notes.open(address)
    #expect(try await again.count(1) == 1)
    try await again.countUp(1)
    #expect(try await again.count(1) == 2)
    for (name, value) in [
      ("search_path", "public, pg_temp"), ("transform_null_equals", "off"),
      ("row_security", "off"), ("standard_conforming_strings", "on"),
    ] {
      let setting = try await again.rows("SELECT current_setting(?)", [.text(name)])
      #expect(try setting.first?.text(0) == value)
    }
    try await again.close()
    let count = try PostgreSQLInspection(PostgreSQLAddress(address), schemas: [Notes.schema])
      .read { try $0.row("SELECT count FROM notes WHERE id = 1", [])?.integer(0) }
    #expect(count == 2)
  }

  // Holds: audit
  @Test("Attack 36: a trigger is found although another schema comes first on the path")
  func triggerBehindPath() async throws {
    try await foreign(
      "trigger gone",
      [
        "CREATE SCHEMA aa", Self.setting("search_path = aa, public"),
        "CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE TRIGGER gone BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION gone()",
      ])
  }

  // Holds: audit
  @Test("Attack 36: a path with the tables in two schemas is refused")
  func twoSchemas() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    try await Notes.open(address).close()
    try Self.run(
      [
        "CREATE SCHEMA aa", "CREATE TABLE aa.schema_steps AS SELECT * FROM schema_steps",
        Self.setting("search_path = aa, public"),
      ], address)
    let failure = Notes.failure(address)
    #expect(failure?.code == .corrupt)
    #expect(failure?.reason.contains("more than one schema of the search_path") == true)
  }

  @Test("the tables may be in a schema of their own, and stay there when the path gets longer")
  func ownSchema() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    try Self.run(
      ["CREATE SCHEMA \"Bank, Inc\"", Self.setting("search_path = \"Bank, Inc\"")], address)
    let store = try Notes.open(address)
    try await store.countUp(1)
    try await store.close()
    try Self.run([Self.setting("search_path = public, \"Bank, Inc\"")], address)
    let again = try Notes.open(address, Notes.later(isSurvived: true))
    #expect(try await again.count(1) == 1)
    let place = try await again.rows("SELECT CAST(current_schema() AS TEXT)", [])
    #expect(try place.first?.text(0) == "Bank, Inc")
    try await again.close()
  }

  @Test("tables of others in the same schema may have what they like")
  func others() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    try await Notes.open(address).close()
    try Self.run(
      [
        Self.odd,
        "CREATE TABLE bank_notes (id BIGSERIAL PRIMARY KEY, at TIMESTAMPTZ DEFAULT now())",
        "CREATE INDEX bank_notes_odd ON bank_notes (odd(id))",
        "CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE TRIGGER gone BEFORE INSERT ON bank_notes FOR EACH ROW EXECUTE FUNCTION gone()",
        "CREATE INDEX notes_by_count ON notes (count)",
        // What is left of a column that was dropped stays in the catalogs for good.
        "ALTER TABLE notes ADD zz BIGINT GENERATED ALWAYS AS IDENTITY",
        "ALTER TABLE notes ADD yy BIGINT GENERATED ALWAYS AS (1) STORED",
        "ALTER TABLE notes ADD xx BIGINT UNIQUE DEFAULT 5",
        "ALTER TABLE notes DROP COLUMN zz, DROP COLUMN yy, DROP COLUMN xx",
      ], address)
    #expect(Notes.failure(address) == nil)
  }

  @Test("settings of a database, as of a role, change no words that are compared")
  func settings() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    try await Notes.open(address, Self.keyed).close()
    try Self.run(
      [
        "quote_all_identifiers = on", "\"DateStyle\" = German", "extra_float_digits = -5",
        "\"IntervalStyle\" = sql_standard", "bytea_output = escape", "array_nulls = off",
        "default_transaction_isolation = serializable", "xmloption = document",
      ].map(Self.setting), address)
    #expect(Notes.failure(address, Self.keyed) == nil)
    _ = try PostgreSQLInspection(PostgreSQLAddress(address), schemas: [Self.keyed])
    let other = "ALTER TABLE kinds ALTER name SET DEFAULT 'other'"
    try Self.run([other], address)
    #expect(Notes.failure(address, Self.keyed)?.reason.contains("default of kinds.name") == true)
  }

  @Test("a constant that another version of the program gives a column of its own is let in")
  func laterDefault() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    try await Notes.open(address, Self.keyed).close()
    try Self.run(
      [
        "ALTER TABLE notes ADD label TEXT COLLATE \"C\" NOT NULL DEFAULT 'it''s'",
        "ALTER TABLE notes ADD level BIGINT NOT NULL DEFAULT -1",
        "ALTER TABLE notes ADD size NUMERIC(4, 1) DEFAULT 1",
        "CREATE UNIQUE INDEX notes_by_count ON notes (count)",
      ], address)
    #expect(Notes.failure(address, Self.keyed) == nil)
  }

  @Test("keys and defaults are as the last of the steps leaves them")
  func lastStep() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let schema = Schema(
      owner: "notes",
      steps: Self.keyed.steps + [
        SchemaStep(
          3,
          [
            "DROP INDEX kinds_by_name", "ALTER TABLE kinds DROP COLUMN code",
            "ALTER TABLE kinds ADD COLUMN level BIGINT NOT NULL DEFAULT -1",
            "CREATE TABLE pairs (a BIGINT, b TEXT, PRIMARY KEY (a, b), UNIQUE (b))",
            "DROP TABLE kinds", "ALTER TABLE notes RENAME TO kinds",
          ])
      ])
    try await Notes.open(address, schema).close()
    #expect(Notes.failure(address, schema) == nil)
    try Self.run(["ALTER TABLE kinds DROP CONSTRAINT notes_pkey"], address)
    #expect(Notes.failure(address, schema)?.reason.contains("primary key kinds (id)") == true)
  }

  @Test("what the steps of a module make is the program's own: a check, a default, a foreign key")
  func ofSteps() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let schema = Schema(
      owner: "notes",
      steps: [
        SchemaStep(
          1,
          [
            "CREATE TABLE parents_1 (id BIGINT PRIMARY KEY)",
            """
            CREATE TABLE notes_1 (
              id BIGINT PRIMARY KEY, count BIGINT NOT NULL DEFAULT 0 CHECK (count >= 0),
              kind TEXT NOT NULL DEFAULT 'plain' CHECK (kind IN ('plain', 'other')),
              parent BIGINT REFERENCES parents_1 (id) ON DELETE CASCADE,
              CHECK ((parent IS NULL) = (length(kind) = 5))
            )
            """,
            "CREATE INDEX notes_by_kind ON notes_1 (lower(kind)) WHERE kind <> 'plain'",
            "ALTER TABLE parents_1 RENAME TO parents", "ALTER TABLE notes_1 RENAME TO notes",
          ])
      ])
    try await Notes.open(address, schema).close()
    #expect(Notes.failure(address, schema) == nil)
  }

  @Test("a view of another schema is nobody's concern")
  func otherSchema() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let store = try Notes.open(address)
    try await store.write { transaction in
      _ = try transaction.execute("CREATE SCHEMA reports", [])
      _ = try transaction.execute("CREATE VIEW reports.counts AS SELECT count FROM notes", [])
    }
    try await store.close()
    #expect(Notes.failure(address) == nil)
  }

  /// Runs statements past the store.
  private static func run(_ statements: [String], _ address: String) throws {
    let connection = try PostgreSQLConnection(
      PostgreSQLAddress(address), for: .upgrading, PostgreSQLSettings())
    for statement in statements { try connection.run(statement) }
  }

  /// Gives the sessions of the database a setting from the next one on.
  private static func setting(_ setting: String) -> String {
    """
    DO 'BEGIN
      EXECUTE format(''ALTER DATABASE %I SET \(setting)'', current_database());
    END'
    """
  }
}
