import CountersignPostgreSQL
import ProgramTesting
import Synchronization
import Testing

@Suite("Every command takes place once, whatever fails", .timeLimit(.minutes(3)))
struct ExactlyOnceTests {
  @Test("transactions that meet are run again: nothing is counted twice, nothing is lost")
  func conflicts() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let nodes = [try Notes.open(address, connections: 8), try Notes.open(address, connections: 8)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { try await nodes[number % 2].countUp(Int64(number % 3)) }
      }
      try await group.waitForAll()
    }
    var sum: Int64 = 0
    for id in 0..<3 as Range<Int64> { sum += try await nodes[0].count(id) ?? 0 }
    #expect(sum == 200)
  }

  @Test(
    "a connection that is cut at a commit: the command takes place once",
    arguments: CuttingProxy.Cut.allCases)
  func cutAtCommit(_ cut: CuttingProxy.Cut) async throws {
    let server = try PrivatePostgreSQL.shared()
    let proxy = try CuttingProxy(to: server)
    // Of silence the client hears after a while only.
    let left = Mutex(CuttingProxy.Cut.closing.contains(cut) ? 3 : 1)
    var hooks = StoreHooks()
    hooks.beforeCommit = {
      let isCut = left.withLock { left in
        left -= 1
        return left >= 0
      }
      if isCut { proxy.cutNext(cut) }
    }
    let store = try Notes.open(
      proxy.address(of: server.newDatabase()), connections: 2, hooks: hooks)
    for _ in 1...5 { try await store.countUp(1) }
    #expect(try await store.count(1) == 5)
    #expect(left.withLock { $0 } <= 0)
  }

  @Test("connections that are cut at any moment lose nothing and count nothing twice")
  func cutAnywhere() async throws {
    let server = try PrivatePostgreSQL.shared()
    let proxy = try CuttingProxy(to: server)
    let store = try Notes.open(proxy.address(of: server.newDatabase()), connections: 6)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<120 {
        group.addTask { try await store.countUp(Int64(number % 4)) }
        if number % 12 == 11 {
          group.addTask { proxy.cutNext(CuttingProxy.Cut.closing[number / 12 % 3]) }
        }
      }
      try await group.waitForAll()
    }
    var sum: Int64 = 0
    for id in 0..<4 as Range<Int64> { sum += try await store.count(id) ?? 0 }
    #expect(sum == 120)
  }

  @Test(
    "a commit is on the disk before its answer, whatever the database says by default",
    arguments: [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")])
  func durability(_ given: String, _ used: String) async throws {
    let server = try PrivatePostgreSQL.shared()
    let address = try server.newDatabase()
    let name = try #require(address.firstMatch(of: /test_\w+/)).output
    try server.query("ALTER DATABASE \(name) SET synchronous_commit = '\(given)'")
    let store = try Notes.open(address, connections: 2)
    let setting = try await store.write { transaction in
      try transaction.row("SELECT current_setting('synchronous_commit')")?.text(0)
    }
    #expect(setting == used)
  }

  @Test("a command that meets a key which its snapshot did not have is run again, and sees it")
  func collision() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let (first, second) = (try Notes.open(address), try Notes.open(address))
    let held = Gate()
    async let seen = first.write { transaction -> Int64 in
      // From here on it has a snapshot, without a read that could conflict.
      _ = try transaction.rows("SELECT CAST(1 AS BIGINT)", [])
      held.pass()
      do {
        try transaction.savepoint {
          _ = try transaction.execute("INSERT INTO notes (id, count) VALUES (7, 0)", [])
        }
        return 0
      } catch let error as StoreError where error.code == .constraint {
        let row = try transaction.row("SELECT count FROM notes WHERE id = 7")
        return try #require(row, "the other one's row").integer(0)
      }
    }
    await held.untilReached()
    try await second.countUp(7)
    held.open()
    #expect(try await seen == 1)
  }

  @Test("what was answered is there after a crash of the database, and the store goes on")
  func crash() async throws {
    let server = try PrivatePostgreSQL()
    let store = try Notes.open(server.newDatabase())
    for _ in 1...5 { try await store.countUp(1) }
    server.crash()
    async let waiting: Void = store.countUp(1)
    let again = try PrivatePostgreSQL(in: server.folder)
    try await waiting
    #expect(try await store.count(1) == 6)
    withExtendedLifetime(again) {}
  }

  @Test("a database that is away is told as that")
  func away() async throws {
    let server = try PrivatePostgreSQL(settings: ["fsync=off"])
    let store = try Notes.open(server.newDatabase(), connections: 2, patience: 1)
    try await store.countUp(1)
    server.end()
    let failure = await #expect(throws: StoreError.self) { try await store.countUp(1) }
    #expect(failure?.code == .unavailable)
  }

  @Test("a statement that takes too long is ended by the database")
  func timeout() async throws {
    let store = try Notes.open(PrivatePostgreSQL.shared().newDatabase())
    let failure = await #expect(throws: StoreError.self) {
      _ = try await store.read { try $0.rows("SELECT CAST(pg_sleep(60) AS TEXT)", []) }
    }
    #expect(failure?.reason.contains("57014") == true)
    let slow = await #expect(throws: StoreError.self) {
      _ = try await store.write { try $0.rows("SELECT CAST(pg_sleep(60) AS TEXT)", []) }
    }
    #expect(slow?.code == .unavailable)
    try await store.countUp(1)
  }

  @Test("what is enqueued goes out with the commit, and its failure fails the command")
  func enqueued() async throws {
    let store = try Notes.open(PrivatePostgreSQL.shared().newDatabase(), connections: 2)
    try await store.write { transaction in
      for id in 1...3 as ClosedRange<Int64> {
        try transaction.enqueue("INSERT INTO notes (id, count) VALUES (?, 0)", [.integer(id)])
      }
    }
    let failure = await #expect(throws: StoreError.self) {
      try await store.write { transaction in
        try transaction.enqueue("INSERT INTO notes (id, count) VALUES (4, 0)", [])
        try transaction.enqueue("INSERT INTO notes (id, count) VALUES (1, 0)", [])
      }
    }
    #expect(failure?.code == .constraint)
    try await store.write { transaction in
      let broken = #expect(throws: StoreError.self) {
        try transaction.savepoint {
          try transaction.enqueue("INSERT INTO notes (id, count) VALUES (2, 0)", [])
        }
      }
      #expect(broken?.code == .constraint)
      try transaction.enqueue("INSERT INTO notes (id, count) VALUES (5, 0)", [])
    }
    let ids = try await store.rows("SELECT id FROM notes ORDER BY id", [])
    #expect(try ids.map { try $0.integer(0) } == [1, 2, 3, 5])
  }

  @Test("a savepoint does not heal what was enqueued before it")
  func enqueuedBefore() async throws {
    let store = try Notes.open(PrivatePostgreSQL.shared().newDatabase(), connections: 2)
    try await store.countUp(1)
    let failure = await #expect(throws: StoreError.self) {
      try await store.write { transaction in
        try transaction.savepoint {
          try transaction.enqueue("INSERT INTO notes (id, count) VALUES (2, 0)", [])
          try transaction.enqueue("INSERT INTO notes (id, count) VALUES (1, 0)", [])
          _ = try? transaction.savepoint {
            try transaction.execute("INSERT INTO notes (id, count) VALUES (3, 0)", [])
          }
        }
      }
    }
    #expect(failure?.code == .constraint)
    let ids = try await store.rows("SELECT id FROM notes ORDER BY id", [])
    #expect(try ids.map { try $0.integer(0) } == [1])
  }

  @Test("queries that do not depend on each other are answered together")
  func queriesTogether() async throws {
    let store = try Notes.open(PrivatePostgreSQL.shared().newDatabase(), connections: 2)
    let answers = try await store.read { transaction in
      try transaction.rows(
        ofEach: (1...3).map { SQLStatement("SELECT CAST(? AS BIGINT) + 1", [.integer($0)]) })
    }
    #expect(try answers.map { try $0.first?.integer(0) } == [2, 3, 4])
  }
}
