import CountersignCore
import Foundation
import Testing

@testable import CountersignSQLite

@Suite("The stamp in the file of SQLite")
struct StampTests {
  // Holds: restore
  @Test("it rises with each look, stands in the file at once, and a backup has none")
  func rises() async throws {
    try await StorePlace.temporary { place in
      let store = try open(place)
      for (least, stamp) in [(7, 7), (7, 8), (3, 9), (1000, 1000)] as [(Int64, Int64)] {
        #expect(try await store.stampFile(least) == stamp)
        #expect(try inFile(place.databasePath) == stamp)
        #expect(try await store.read { try $0.fileStamp } == stamp)
        #expect(try await store.write { try $0.fileStamp } == stamp)
      }
      let backup = place.folder + "/backup.sqlite"
      try SQLiteBackup.copy(place.databasePath, to: backup)
      #expect(try inFile(backup) == 0)
      try await store.close()
      // What a clock says that is far ahead leaves room to count.
      let next = try open(place)
      #expect(try await next.stampFile(.max) == 4_000_000_000)
      #expect(try await next.stampFile(.max) == 4_000_000_001)
      try await next.close()
    }
  }

  // Holds: restore
  @Test("a reader that needs the file as it is holds it back, and nobody waits for that")
  func reader() async throws {
    try await StorePlace.temporary { place in
      let store = try open(place)
      try await store.insert(1)
      #expect(try await store.stampFile(7) == 7)
      let reader = try SQLiteConnection(place.databasePath, for: .reading)
      try reader.execute("BEGIN")
      _ = try reader.run("SELECT id FROM notes")
      #expect(try await store.stampFile(8) == 7)
      try await store.insert(2)
      #expect(try await store.stampFile(9) == 7)
      #expect(try inFile(place.databasePath) == 7)
      #expect(try reader.run("SELECT id FROM notes").count == 1)
      try reader.execute("COMMIT")
      #expect(try await store.stampFile(9) == 10)
      try reader.close()
      try await store.close()
    }
  }

  // Holds: restore
  @Test("a store leaves the log of a crash beside the file until somebody has looked at it")
  func leavesLog() async throws {
    try await StorePlace.temporary { place in
      let store = try open(place)
      #expect(try await store.stampFile(7) == 7)
      try await store.insert(1)
      let crashed = place.folder + "/crashed.sqlite"
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: place.databasePath + ending, toPath: crashed + ending)
      }
      let log = try Data(contentsOf: URL(filePath: crashed + "-wal"))
      // Neither a start that fails nor a command that wants to know if somebody has it open.
      let others = [Schema(owner: "notes", steps: [SchemaStep(1, ["CREATE TABLE other (id)"])])]
      #expect(throws: StoreError.self) {
        _ = try SQLiteStore(path: crashed, schemas: others, seals: .ofTests)
      }
      try SQLiteReplacement.requireUnused(crashed)
      let reading = try SQLiteStore(path: crashed, schemas: place.schemas, seals: .ofTests)
      #expect(try await reading.ids() == [1])
      try await reading.close()
      #expect(try Data(contentsOf: URL(filePath: crashed + "-wal")) == log)
      let file = try Data(contentsOf: URL(filePath: crashed))
      let writing = try SQLiteStore(path: crashed, schemas: place.schemas, seals: .ofTests)
      try await writing.insert(2)
      try await writing.close()
      #expect(FileManager.default.fileExists(atPath: crashed + "-wal"))
      #expect(try Data(contentsOf: URL(filePath: crashed)) == file)
      let looking = try SQLiteStore(path: crashed, schemas: place.schemas, seals: .ofTests)
      #expect(try await looking.ids() == [1, 2])
      #expect(try await looking.stampFile(8) == 8)
      try await looking.close()
      #expect(!FileManager.default.fileExists(atPath: crashed + "-wal"))
      #expect(try inFile(crashed) == 8)
      try await store.close()
    }
  }

  // Holds: restore
  @Test("a database that is replaced keeps its log under the name that it gets")
  func replaced() async throws {
    try await StorePlace.temporary { place in
      let store = try open(place)
      #expect(try await store.stampFile(7) == 7)
      try await store.insert(1)
      let crashed = place.folder + "/crashed.sqlite"
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: place.databasePath + ending, toPath: crashed + ending)
      }
      let log = try Data(contentsOf: URL(filePath: crashed + "-wal"))
      let draft = place.folder + "/draft.sqlite"
      let new = try SQLiteStore(path: draft, schemas: place.schemas, seals: .ofTests)
      try await new.insert(2)
      try await new.close()
      #expect(FileManager.default.fileExists(atPath: draft + "-wal"))
      let kept = place.folder + "/kept.sqlite"
      try SQLiteReplacement.put(draft, inPlaceOf: crashed, keeping: kept)
      #expect(try Data(contentsOf: URL(filePath: kept + "-wal")) == log)
      for (path, ids) in [(crashed, [2]), (kept, [1])] as [(String, [Int64])] {
        let opened = try SQLiteStore(path: path, schemas: place.schemas, seals: .ofTests)
        #expect(try await opened.ids() == ids)
        try await opened.close()
      }
      try await store.close()
    }
  }

  private func open(_ place: StorePlace) throws -> SQLiteStore {
    try SQLiteStore(path: place.databasePath, schemas: place.schemas, seals: .ofTests)
  }

  /// The number that the header of a file has.
  private func inFile(_ path: String) throws -> Int64 {
    let bytes = try Data(contentsOf: URL(filePath: path))
    return bytes[68..<72].reduce(0) { $0 << 8 | Int64($1) }
  }
}
