import CountersignCore
import Testing

@Suite("Queries that run ahead, of every store", .timeLimit(.minutes(5)))
struct StorePrefetchTests {
  private struct Change: Error {}

  private static let all = SQLStatement("SELECT text FROM notes ORDER BY id")

  private static func texts(_ transaction: any ReadTransaction) throws -> [String] {
    try transaction.rows(all.sql, []).map { try $0.text(0) }
  }

  @Test("what a query found ahead is not what it finds after a write", arguments: StoreFactory.all)
  func write(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1, "before")
      let found = try await store.write { transaction in
        try transaction.prefetch { [Self.all] }
        let before = try Self.texts(transaction)
        try transaction.enqueue("UPDATE notes SET text = 'enqueued'", [])
        let enqueued = try Self.texts(transaction)
        try transaction.prefetch { [Self.all] }
        try transaction.execute("UPDATE notes SET text = 'executed'", [])
        return [before, enqueued, try Self.texts(transaction)]
      }
      #expect(found == [["before"], ["enqueued"], ["executed"]])
    }
  }

  @Test("nor what it finds after a savepoint went back", arguments: StoreFactory.all)
  func savepoint(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1, "before")
      let found = try await store.write { transaction in
        var within: [String] = []
        try? transaction.savepoint {
          try transaction.execute("UPDATE notes SET text = 'within'", [])
          try transaction.prefetch { [Self.all] }
          within = try Self.texts(transaction)
          throw Change()
        }
        return [within, try Self.texts(transaction)]
      }
      #expect(found == [["within"], ["before"]])
    }
  }

  @Test("nor the same with other arguments; each finds its own", arguments: StoreFactory.all)
  func arguments(_ factory: StoreFactory) async throws {
    try await StorePlace.temporary { place in
      let store = try factory.open(place).store
      try await store.insert(1, "one")
      try await store.insert(2, "two")
      @Sendable func query(_ id: Int64) -> SQLStatement {
        SQLStatement("SELECT text FROM notes WHERE id = ?", [.integer(id)])
      }
      let found = try await store.read { transaction in
        try transaction.prefetch { [query(2), query(1), query(2)] }
        return try transaction.rows(ofEach: [query(1), query(3), query(2)])
          .map { try $0.map { try $0.text(0) } }
      }
      #expect(found == [["one"], [], ["two"]])
    }
  }
}
