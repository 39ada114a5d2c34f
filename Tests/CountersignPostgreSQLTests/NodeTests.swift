import CountersignCore
import CountersignPostgreSQL
import ProgramTesting
import Testing

@Suite("Nodes on one database", .timeLimit(.minutes(2)))
struct NodeTests {
  @Test("a hint of one node reaches the others, and not itself")
  func hints() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let (first, second) = (try Notes.open(address), try Notes.open(address))
    let (here, there) = (Happening<String>(), Happening<String>())
    first.relay?.receive { here.happen($0) }
    second.relay?.receive { there.happen($0) }
    first.relay?.send("link:1")
    #expect(await there.next() == "link:1")
    second.relay?.send("link:2")
    #expect(await here.next() == "link:2")
  }

  @Test("all nodes have the database's clock")
  func clocks() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let (first, second) = (try Notes.open(address), try Notes.open(address))
    let apart = first.clock.now().milliseconds - second.clock.now().milliseconds
    #expect(apart.magnitude < 1000)
  }

  @Test("the server tells the time however slowly it answers")
  func slowClock() throws {
    let server = try PrivatePostgreSQL.shared()
    let proxy = try CuttingProxy(to: server)
    proxy.slow(
      CuttingProxy.Slowness(longestMilliseconds: 600, mostParts: 1) { $0.upperBound })
    let clock = try PostgreSQLClock(
      PostgreSQLAddress(proxy.address(of: server.newDatabase())))
    let apart = try #require(clock.machineLeadMilliseconds())
    #expect(apart.magnitude < 1500)
  }

  @Test("a step rewrites the rows that there are, of any number")
  func rewriting() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let older = try Notes.open(address)
    try await older.write { transaction in
      for id in 0..<600 as Range<Int64> {
        try transaction.enqueue(
          "INSERT INTO notes (id, count) VALUES (?, ?)", [.integer(id), .integer(id)])
      }
    }
    try await older.close()
    let doubled = RowRewriting { transaction in
      try transaction.forEachRow(of: "notes", by: "id", ["count"]) { id, row in
        try transaction.execute(
          "UPDATE notes SET doubled = ? WHERE id = ?",
          [.integer(2 * row.integer(0)), .integer(id.integer(0))])
      }
    }
    let schema = Schema(
      owner: "notes",
      steps: Notes.schema.steps + [
        SchemaStep(2, ["ALTER TABLE notes ADD COLUMN doubled BIGINT"], rewriting: doubled)
      ])
    var newer: PostgreSQLStore?
    while newer == nil {
      newer = try? Notes.open(address, schema)
      await Task.yield()
    }
    let sums = try await newer?.rows(
      "SELECT CAST(SUM(doubled) AS BIGINT), COUNT(doubled) FROM notes", [])
    #expect(try sums?.first.map { [try $0.integer(0), try $0.integer(1)] } == [359_400, 600])
  }

  @Test("a node with older tables does not serve, and says why")
  func older() throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let newer = try Notes.open(address, Notes.later(isSurvived: true))
    #expect(newer.appliedSteps.map(\.number) == [1, 2])
    let failure = Notes.failure(address)
    #expect(failure?.reason.contains("has step 2 of the tables of notes") == true)
    #expect(failure?.reason.contains("start the program's newer version") == true)
  }

  @Test("tables that this version does not upgrade are refused in words, and stay as they are")
  func otherVersion() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let store = try Notes.open(address)
    try await store.countUp(1)
    try await store.close()
    func refusal(_ schema: Schema) throws -> StoreError? {
      let opened = Notes.failure(address, schema)
      #expect(opened?.code == .unsupported)
      let looked = #expect(throws: StoreError.self) {
        try PostgreSQLInspection(PostgreSQLAddress(address), schemas: [schema])
      }
      #expect(looked == opened)
      return opened
    }
    let other = Schema(
      owner: "notes", steps: [SchemaStep(1, ["CREATE TABLE notes (id BIGINT PRIMARY KEY)"])])
    #expect(
      try refusal(other)?.reason.hasPrefix("another version made step 1 of the tables of notes, ")
        == true)
    let again = try Notes.open(address)
    #expect(try await again.count(1) == 1)
    _ = try await again.write { transaction in
      try transaction.execute("ALTER TABLE schema_steps DROP COLUMN digest", [])
    }
    try await again.close()
    #expect(
      try refusal(Notes.schema)?.reason
        .hasPrefix("another version made the tables before the first release, ") == true)
  }

  @Test("a step that older nodes survive is applied while one serves, and it serves on")
  func survivedStep() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let older = try Notes.open(address)
    try await older.countUp(1)
    let newer = try Notes.open(address, Notes.later(isSurvived: true))
    try await older.countUp(1)
    try await newer.countUp(1)
    #expect(try await older.count(1) == 3)
  }

  @Test("a node that survives a step goes on over new connections, too")
  func survivedStepOnNewConnections() async throws {
    let server = try PrivatePostgreSQL.shared()
    let address = try server.newDatabase()
    let proxy = try CuttingProxy(to: server)
    let older = try Notes.open(proxy.address(of: address), connections: 2)
    try await older.countUp(1)
    _ = try Notes.open(address, Notes.later(isSurvived: true))
    // Each new connection is held against the tables, and finds the step with its mark.
    proxy.cutAll()
    try await older.countUp(1)
    #expect(try await older.count(1) == 2)
  }

  @Test("a step that they would not survive waits until the last of them has ended")
  func fatalStep() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let older = try Notes.open(address)
    let refused = Notes.failure(address, Notes.later(isSurvived: false))
    #expect(refused?.reason.contains("stop them first") == true)
    try await older.close()
    var opened: PostgreSQLStore?
    // The server notices the end of a connection a moment later.
    while opened == nil {
      opened = try? Notes.open(address, Notes.later(isSurvived: false))
      await Task.yield()
    }
    #expect(opened?.appliedSteps.map(\.number) == [2])
  }

  @Test("a node that was away while the tables changed ends")
  func misfit() async throws {
    let server = try PrivatePostgreSQL(settings: ["fsync=off"])
    let address = try server.newDatabase()
    let proxy = try CuttingProxy(to: server)
    let older = try Notes.open(proxy.address(of: address))
    // Cut off for as long as the other one starts.
    proxy.refuseNew(true)
    proxy.cutAll()
    var newer: PostgreSQLStore?
    while newer == nil {
      newer = try? Notes.open(address, Notes.later(isSurvived: false))
      await Task.yield()
    }
    proxy.refuseNew(false)
    // Whichever connection comes back first finds it out before it reads or writes.
    let refused = await #expect(throws: StoreError.self) { try await older.countUp(1) }
    #expect([.failed, .closed].contains(refused?.code), "\(refused as Any)")
    let failure = await older.waitForFailure()
    #expect(failure?.reason.contains("has step 2 of the tables of notes") == true)
    let closed = await #expect(throws: StoreError.self) { try await older.countUp(1) }
    #expect(closed?.code == .closed)
  }

  @Test("nodes that start together make the tables once")
  func startTogether() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let applied = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try Notes.open(address).appliedSteps.count } }
      return try await group.reduce(0, +)
    }
    #expect(applied == 1)
  }
}
