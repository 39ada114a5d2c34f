import CountersignSQLite
import Foundation
import Testing

@testable import CountersignCore

@Suite("The SQLite store")
struct SQLiteStoreTests {
  // Holds: durability
  @Test("the live writer connection has synchronous=FULL and WAL")
  func pragmas() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      let pragmas = try await store.writerPragmas()
      #expect(pragmas["synchronous"] == "2")
      #expect(pragmas["journal_mode"] == "wal")
      #expect(pragmas["foreign_keys"] == "1")
    }
  }

  @Test("nobody but its owner can read what it makes")
  func modes() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      try await store.close()
      let open = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      let folder = URL(filePath: place.databasePath).deletingLastPathComponent()
      #expect(try mode(folder.path(percentEncoded: false)) == 0o700)
      for suffix in ["", "-wal", "-shm"] {
        #expect(try mode(place.databasePath + suffix) == 0o600)
      }
      #expect(try SQLiteInspection(path: place.databasePath).faults().isEmpty)
      try await open.close()
    }
  }

  // Holds: audit
  @Test(
    "a database in which somebody hides rows behind what no schema makes is refused",
    arguments: [
      ["CREATE TRIGGER gone AFTER INSERT ON audit BEGIN DELETE FROM audit; END"],
      ["CREATE VIEW gone AS SELECT * FROM audit"],
      ["ALTER TABLE audit RENAME TO kept", "CREATE VIEW audit AS SELECT * FROM kept WHERE 0"],
    ])
  func foreign(_ statements: [String]) async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(path: place.databasePath, seals: .ofTests)
      try await store.write { transaction in
        for statement in statements { _ = try transaction.execute(statement, []) }
      }
      try await store.close()
      let opened = #expect(throws: StoreError.self) {
        try SQLiteStore(path: place.databasePath, seals: .ofTests)
      }
      let looked = #expect(throws: StoreError.self) {
        try SQLiteInspection(path: place.databasePath)
      }
      #expect(opened?.code == .corrupt && opened?.reason.contains("hide rows") == true)
      #expect(looked == opened)
    }
  }

  @Test("each step of the schema is applied once")
  func steps() async throws {
    try await StorePlace.temporary { place in
      var place = place
      let first = try migrated(place)
      #expect(first == [AppliedStep("notes", 1)])
      place.steps.append(SchemaStep(2, ["ALTER TABLE notes ADD COLUMN more TEXT"]))
      let second = try migrated(place)
      let third = try migrated(place)
      #expect(second == [AppliedStep("notes", 2)])
      #expect(third == [])
    }
  }

  @Test("a step that fails halfway leaves nothing")
  func brokenStep() async throws {
    try await StorePlace.temporary { place in
      let broken = SchemaStep(
        1, ["CREATE TABLE notes (id BIGINT)", "CREATE TABLE notes (id BIGINT)"])
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(
          path: place.databasePath, schemas: [Schema(owner: "notes", steps: [broken])],
          seals: .ofTests)
      }
      #expect(error?.reason.hasPrefix("step 1 of the tables of notes: ") == true)
      let applied = try migrated(place)
      #expect(applied == [AppliedStep("notes", 1)])
    }
  }

  @Test("a database newer than the program is refused")
  func newerDatabase() async throws {
    try await StorePlace.temporary { place in
      let newer = Schema(owner: "notes", steps: [SchemaStep(9, [])])
      _ = try SQLiteStore(path: place.databasePath, schemas: [newer], seals: .ofTests)
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(path: place.databasePath, schemas: [place.schema], seals: .ofTests)
      }
      #expect(
        error?.reason == "the database has step 9 of the tables of notes, this program knows 1")
    }
  }

  @Test("each owner's steps are counted alone, and tables whose owner is not there stay")
  func owners() async throws {
    try await StorePlace.temporary { place in
      let letters = Schema(
        owner: "letters", steps: [SchemaStep(1, ["CREATE TABLE letters (id BIGINT)"])])
      let both = try SQLiteStore(
        path: place.databasePath, schemas: [place.schema, letters], seals: .ofTests)
      #expect(both.appliedSteps == [AppliedStep("notes", 1), AppliedStep("letters", 1)])
      _ = try await both.write { try $0.execute("INSERT INTO letters (id) VALUES (7)", []) }
      try await both.close()
      let alone = try SQLiteStore(
        path: place.databasePath, schemas: [place.schema], seals: .ofTests)
      #expect(alone.appliedSteps.isEmpty)
      #expect(try await alone.rows("SELECT id FROM letters", []).count == 1)
      try await alone.close()
      let again = try SQLiteStore(
        path: place.databasePath, schemas: [place.schema, letters], seals: .ofTests)
      #expect(again.appliedSteps.isEmpty)
      try await again.close()
    }
  }

  @Test("the schema of the service applies")
  func schema() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(
        path: place.databasePath, schemas: [.core, .stock], seals: .ofTests)
      #expect(
        store.appliedSteps
          == [Schema.core, .stock].flatMap { schema in
            schema.steps.map { AppliedStep(schema.owner, $0.number) }
          })
      try await store.close()
    }
  }

  @Test("a file that is no database is told by its code")
  func noDatabase() async throws {
    try await StorePlace.temporary { place in
      let folder = URL(filePath: place.databasePath).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(repeating: 0x41, count: 4096).write(to: URL(filePath: place.databasePath))
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(path: place.databasePath, seals: .ofTests)
      }
      #expect(error?.code == .corrupt)
    }
  }

  /// Opens the store and gives the steps that this applied.
  private func migrated(_ place: StorePlace) throws -> [AppliedStep] {
    try SQLiteStore(path: place.databasePath, schemas: [place.schema], seals: .ofTests).appliedSteps
  }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
