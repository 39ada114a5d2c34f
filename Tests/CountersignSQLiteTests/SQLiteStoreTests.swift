import CountersignSQLite
import Foundation
import Testing

@testable import CountersignCore

@Suite("The SQLite store")
struct SQLiteStoreTests {
  @Test("the live writer connection has synchronous=FULL and WAL")
  func pragmas() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(path: place.databasePath)
      let pragmas = try await store.writerPragmas()
      #expect(pragmas["synchronous"] == "2")
      #expect(pragmas["journal_mode"] == "wal")
      #expect(pragmas["foreign_keys"] == "1")
    }
  }

  @Test("nobody but its owner can read what it makes")
  func modes() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(path: place.databasePath)
      try await store.close()
      let open = try SQLiteStore(path: place.databasePath)
      let folder = URL(filePath: place.databasePath).deletingLastPathComponent()
      #expect(try mode(folder.path(percentEncoded: false)) == 0o700)
      for suffix in ["", "-wal", "-shm"] {
        #expect(try mode(place.databasePath + suffix) == 0o600)
      }
      #expect(try SQLiteInspection(path: place.databasePath).faults().isEmpty)
      try await open.close()
    }
  }

  @Test("each step of the schema is applied once")
  func migrations() async throws {
    try await StorePlace.temporary { place in
      var place = place
      let first = try migrated(place)
      #expect(first == [1])
      place.migrations.append(
        Schema.Migration(version: 2, statements: ["ALTER TABLE notes ADD COLUMN more TEXT"]))
      let second = try migrated(place)
      let third = try migrated(place)
      #expect(second == [2])
      #expect(third == [])
    }
  }

  @Test("a step that fails halfway leaves nothing")
  func brokenMigration() async throws {
    try await StorePlace.temporary { place in
      let broken = Schema.Migration(
        version: 1,
        statements: ["CREATE TABLE notes (id BIGINT)", "CREATE TABLE notes (id BIGINT)"])
      #expect(throws: StoreError.self) {
        try SQLiteStore(path: place.databasePath, migrations: [broken])
      }
      let applied = try migrated(place)
      #expect(applied == [1])
    }
  }

  @Test("a database newer than the program is refused")
  func newerDatabase() async throws {
    try await StorePlace.temporary { place in
      _ = try SQLiteStore(
        path: place.databasePath, migrations: [Schema.Migration(version: 9, statements: [])])
      #expect(throws: StoreError.self) {
        try SQLiteStore(path: place.databasePath, migrations: place.migrations)
      }
    }
  }

  @Test("the schema of the service applies")
  func schema() async throws {
    try await StorePlace.temporary { place in
      let store = try SQLiteStore(path: place.databasePath)
      #expect(store.appliedMigrations == Schema.migrations.map(\.version))
      try await store.close()
    }
  }

  @Test("a file that is no database is told by its code")
  func noDatabase() async throws {
    try await StorePlace.temporary { place in
      let folder = URL(filePath: place.databasePath).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(repeating: 0x41, count: 4096).write(to: URL(filePath: place.databasePath))
      let error = #expect(throws: StoreError.self) { try SQLiteStore(path: place.databasePath) }
      #expect(error?.code == .corrupt)
    }
  }

  /// Opens the store and gives the versions that this applied.
  private func migrated(_ place: StorePlace) throws -> [Int] {
    try SQLiteStore(path: place.databasePath, migrations: place.migrations).appliedMigrations
  }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
