import CountersignSQLite
import Foundation
import Synchronization
import Testing

@testable import CountersignCore

@Suite("Every store", .timeLimit(.minutes(5)))
struct StoreConformanceTests {
  @Test("values of every kind come back as they went in", arguments: StoreFactory.all)
  func values(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let values: [SQLValue] = [
        .integer(.max), .integer(.min), .text(""), .text("na\u{EF}ve \u{1F600}"), .blob([]),
        .blob([0, 255]), .null,
      ]
      let read = try await store.read { transaction in
        try transaction.rows("SELECT ?, ?, ?, ?, ?, ?, ?", values)
      }
      #expect(read == [SQLRow(values)])
    }
  }

  @Test("a command's outcome and its rows are there after it returned", arguments: StoreFactory.all)
  func outcome(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let changed = try await store.write { transaction in
        try transaction.insert(1)
        try transaction.insert(2)
        return try transaction.execute("UPDATE notes SET text = ?", ["x"])
      }
      #expect(changed == 2)
      #expect(try await store.ids() == [1, 2])
    }
  }

  @Test("UPDATE ... RETURNING gives its rows to a command", arguments: StoreFactory.all)
  func returning(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(7)
      let rows = try await store.write { transaction in
        try transaction.rows("UPDATE notes SET text = 'taken' RETURNING id, text", [])
      }
      #expect(rows == [SQLRow([.integer(7), .text("taken")])])
      let stored = try await store.read { try $0.rows("SELECT text FROM notes", []) }
      #expect(stored == [SQLRow([.text("taken")])])
    }
  }

  @Test("a query cannot write", arguments: StoreFactory.all)
  func queriesAreReadOnly(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      await #expect(throws: StoreError.self) {
        _ = try await store.read { try $0.rows("DELETE FROM notes RETURNING id", []) }
      }
    }
  }

  // Holds: ASVS-2.3.3
  @Test("what a command threw is rolled back", arguments: StoreFactory.all)
  func rollback(_ factory: StoreFactory) async throws {
    struct Change: Error {}
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      await #expect(throws: Change.self) {
        try await store.write { transaction in
          try transaction.insert(1)
          throw Change()
        }
      }
      #expect(try await store.ids().isEmpty)
    }
  }

  @Test("a refused constraint is told by its code", arguments: StoreFactory.all)
  func constraint(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1)
      let error = await #expect(throws: StoreError.self) { try await store.insert(1, "secret") }
      #expect(error?.code == .constraint)
      #expect(error?.reason.contains("secret") == false)
    }
  }

  @Test("a command cannot swallow a failed statement", arguments: StoreFactory.all)
  func failuresStay(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1)
      await #expect(throws: StoreError.self) {
        try await store.write { transaction in
          try? transaction.insert(1)
          try? transaction.insert(2)
        }
      }
      #expect(try await store.ids() == [1])
    }
  }

  @Test("too few arguments are an error and no crash", arguments: StoreFactory.all)
  func argumentCount(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      await #expect(throws: StoreError.self) {
        try await store.write { try $0.execute("INSERT INTO notes (id) VALUES (?)", []) }
      }
    }
  }

  // Holds: audit
  @Test("a rollback puts the audit lane back", arguments: StoreFactory.all)
  func auditLane(_ factory: StoreFactory) async throws {
    struct Change: Error {}
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      let first = try await store.write { transaction in
        transaction.moveLane()
        return transaction.auditLane
      }
      #expect(first.sequence == 1)
      await #expect(throws: Change.self) {
        try await store.write { transaction in
          transaction.moveLane()
          throw Change()
        }
      }
      #expect(try await store.write { $0.auditLane } == first)
    }
  }

  // Holds: audit
  @Test("each opening has an audit lane of its own", arguments: StoreFactory.all)
  func lanes(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let first = try factory.open(place)
      let second = try factory.open(place)
      let lanes = [
        try await first.store.write { $0.auditLane.lane },
        try await second.store.write { $0.auditLane.lane },
      ]
      #expect(lanes[0] != lanes[1])
      #expect(lanes.allSatisfy { $0.count == 16 })
    }
  }

  @Test("many commands at once: each runs once, none is lost", arguments: StoreFactory.all)
  func hammer(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let opened = try factory.open(place)
      let store = opened.store
      try await store.insert(0, "0")
      let failures = try await withThrowingTaskGroup(of: Bool.self) { group in
        for id in 1...400 as ClosedRange<Int64> {
          group.addTask {
            do {
              try await store.write { transaction in
                try transaction.execute(
                  "UPDATE notes SET text = CAST(CAST(text AS BIGINT) + 1 AS TEXT) WHERE id = 0", [])
                transaction.moveLane()
                // Every tenth command breaks a constraint after it wrote.
                try transaction.insert(id.isMultiple(of: 10) ? 0 : id)
              }
              return false
            } catch let error as StoreError where error.code == .constraint {
              return true
            }
          }
          group.addTask {
            _ = try await store.ids()
            return false
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(failures == 40)
      #expect(try await store.ids().count == 361)
      let count = try await store.read { try $0.row("SELECT text FROM notes WHERE id = 0") }
      #expect(try count?.text(0) == "360")
      #expect(try await store.write { $0.auditLane.sequence } == 360)
      #expect(opened.statistics().commands == 362)
    }
  }
}
