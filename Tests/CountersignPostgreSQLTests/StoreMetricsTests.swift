import CountersignCore
import CountersignMetrics
import CountersignPostgreSQL
import ProgramTesting
import Synchronization
import Testing

@Suite("The figures of the store", .timeLimit(.minutes(2)))
struct StoreMetricsTests {
  private let figures = StoreFigures()

  @Test("commands that wait for a writer are counted, with the time that each of them waited")
  func waits() async throws {
    let held = Gate()
    var hooks = StoreHooks()
    hooks.beforeCommit = { held.pass() }
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let store = try Notes.open(
      address, connections: 2, hooks: hooks, metrics: figures.server)
    #expect(figures[#"connections{state="busy",use="writer"}"#] == 0)
    async let first: Void = store.countUp(0)
    await held.untilReached()
    #expect(figures[#"connections{state="busy",use="writer"}"#] == 1)
    #expect(figures[#"connection_waiters{use="writer"}"#] == 0)
    async let others: Void = withThrowingTaskGroup { group in
      for id in 1...4 as ClosedRange<Int64> { group.addTask { try await store.countUp(id) } }
      try await group.waitForAll()
    }
    await figures.until(#"connection_waiters{use="writer"}"#, is: 4)
    let since = ContinuousClock.now
    // Takes some time.
    _ = try Notes.open(address)
    let waited = ContinuousClock.now - since
    held.open()
    _ = try await (first, others)
    #expect(figures[#"connection_waiters{use="writer"}"#] == 0)
    #expect(figures[#"connection_wait_seconds_count{use="writer"}"#] == 5)
    let sum = try #require(figures[#"connection_wait_seconds_sum{use="writer"}"#])
    #expect(sum >= 4 * (waited / .seconds(1)))
    #expect(figures["commits_total"] == 2)
    #expect(figures["commands_per_commit_sum"] == 5)
    #expect(figures["commit_duration_seconds_count"] == 2)
    await figures.until(#"connections{state="idle",use="writer"}"#, is: 1)
    #expect(figures[#"connections{state="busy",use="writer"}"#] == 0)
    // Nobody has read: no connection that reads was made.
    #expect(figures[#"connections{state="idle",use="reader"}"#] == 0)
    #expect(try await store.count(0) == 1)
    #expect(figures[#"connection_wait_seconds_count{use="reader"}"#] == 1)
    await figures.until(#"connections{state="idle",use="reader"}"#, is: 1)
    try await store.close()
    await figures.until(#"connections{state="idle",use="reader"}"#, is: 0)
    await figures.until(#"connections{state="idle",use="writer"}"#, is: 0)
  }

  @Test("a transaction that met another one is counted as run again, by the cause")
  func conflicts() async throws {
    let address = try PrivatePostgreSQL.shared().newDatabase()
    let held = Gate()
    var hooks = StoreHooks()
    hooks.beforeCommit = { held.pass() }
    let other = try Notes.open(address)
    for id in 1...2 as ClosedRange<Int64> { try await other.countUp(id) }
    let store = try Notes.open(address, connections: 2, hooks: hooks, metrics: figures.server)
    // Each reads what the other writes: they fit into no order.
    async let move: Void = store.move(from: 1, to: 2)
    await held.untilReached()
    try await other.move(from: 2, to: 1)
    held.open()
    try await move
    #expect(figures[#"retries_total{cause="serialization"}"#] == 1)
    #expect(figures.retries == 1)
    let failure = await #expect(throws: StoreError.self) {
      try await store.write {
        try $0.execute("INSERT INTO notes (id, count) VALUES (1, 0)", [])
      }
    }
    #expect(failure?.code == .constraint)
    #expect(figures[#"retries_total{cause="collision"}"#] == 2)
    #expect(figures.retries == 3)
  }

  @Test("a command that meets others each time is run again thirty times, and no more")
  func bounded() async throws {
    let store = try Notes.open(
      try PrivatePostgreSQL.shared().newDatabase(), metrics: figures.server)
    await #expect(throws: StoreError.self) {
      try await store.write {
        try $0.execute("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", [])
      }
    }
    #expect(figures[#"retries_total{cause="serialization"}"#] == 30)
    // The writer goes on.
    try await store.countUp(1)
  }

  @Test("a statement is prepared once on a connection")
  func prepared() async throws {
    let store = try Notes.open(try PrivatePostgreSQL.shared().newDatabase())
    let count = try await store.read { transaction in
      for id in 1...3 as ClosedRange<Int64> {
        _ = try transaction.rows("SELECT count FROM notes WHERE id = ?", [.integer(id)])
      }
      return try transaction.row(
        "SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE ?",
        [.text("SELECT count FROM notes%")])
    }
    #expect(try count?.integer(0) == 1)
  }

  @Test("a command that fails has those that shared its transaction run again, which is counted")
  func shared() async throws {
    let held = Gate()
    var hooks = StoreHooks()
    hooks.beforeCommit = { held.pass() }
    let store = try Notes.open(
      PrivatePostgreSQL.shared().newDatabase(), connections: 2, hooks: hooks,
      metrics: figures.server)
    async let first: Void = store.countUp(0)
    await held.untilReached()
    let failing = Task { try await store.write { _ in throw Failing() } }
    async let second: Void = store.countUp(1)
    await figures.until(#"connection_waiters{use="writer"}"#, is: 2)
    held.open()
    await #expect(throws: Failing.self) { try await failing.value }
    _ = try await (first, second)
    #expect(figures[#"retries_total{cause="shared"}"#] == 1)
    #expect(figures.retries == 1)
  }

  @Test(
    "a commit whose answer was lost is counted by what was found out about it",
    arguments: [
      (CuttingProxy.Cut.beforeAnswer, LostCommitOutcome.committed), (.beforeRequest, .absent),
    ])
  func lostCommit(_ cut: CuttingProxy.Cut, _ outcome: LostCommitOutcome) async throws {
    let server = try PrivatePostgreSQL.shared()
    let proxy = try CuttingProxy(to: server)
    let isCut = Mutex(false)
    var hooks = StoreHooks()
    hooks.beforeCommit = {
      let isFirst = isCut.withLock { isCut in
        defer { isCut = true }
        return !isCut
      }
      if isFirst { proxy.cutNext(cut) }
    }
    let store = try Notes.open(
      proxy.address(of: server.newDatabase()), connections: 2, hooks: hooks,
      metrics: figures.server)
    try await store.countUp(1)
    for other in LostCommitOutcome.allCases {
      let name = "lost_commits_total{outcome=\"\(other.rawValue)\"}"
      #expect(figures[name] == (other == outcome ? 1 : 0))
    }
    #expect(figures[#"retries_total{cause="commit_lost"}"#] == (outcome == .absent ? 1 : 0))
    #expect(figures.retries == (outcome == .absent ? 1 : 0))
    #expect(try await store.count(1) == 1)
  }

  @Test("a commit that nobody can ask about is counted as unknown, and no connection is left")
  func unknownCommit() async throws {
    let server = try PrivatePostgreSQL.shared()
    let proxy = try CuttingProxy(to: server)
    var hooks = StoreHooks()
    hooks.beforeCommit = {
      proxy.refuseNew(true)
      proxy.cutNext(.beforeAnswer)
    }
    let store = try Notes.open(
      proxy.address(of: server.newDatabase()), connections: 2, patience: 1, hooks: hooks,
      metrics: figures.server)
    let failure = await #expect(throws: StoreError.self) { try await store.countUp(1) }
    #expect(failure?.code == .unavailable)
    #expect(figures[#"lost_commits_total{outcome="unknown"}"#] == 1)
    for state in ["busy", "idle"] {
      await figures.until("connections{state=\"\(state)\",use=\"writer\"}", is: 0)
    }
  }

  @Test("a connection that broke is counted for commands and for queries")
  func lostConnection() async throws {
    let server = try PrivatePostgreSQL.shared()
    let proxy = try CuttingProxy(to: server)
    let store = try Notes.open(
      proxy.address(of: server.newDatabase()), connections: 2, metrics: figures.server)
    try await store.countUp(1)
    #expect(figures.retries == 0)
    proxy.cutAll()
    try await store.countUp(1)
    #expect(figures[#"retries_total{cause="connection_lost"}"#] == 1)
    #expect(try await store.count(1) == 2)
    proxy.cutAll()
    #expect(try await store.count(1) == 2)
    #expect(figures[#"retries_total{cause="connection_lost"}"#] == 2)
    #expect(figures.retries == 2)
  }
}

/// A command's own failure.
private struct Failing: Error {}

extension PostgreSQLStore {
  /// Reads one note and writes another.
  fileprivate func move(from source: Int64, to target: Int64) async throws {
    try await write { transaction in
      let row = try transaction.row("SELECT count FROM notes WHERE id = ?", [.integer(source)])
      try transaction.execute(
        "UPDATE notes SET count = ? WHERE id = ?",
        [.integer(try row?.integer(0) ?? 0), .integer(target)])
    }
  }
}

/// The figures of a store, as Prometheus reads them.
private struct StoreFigures: Sendable {
  private let metrics: PrometheusMetrics
  let server: ServerMetrics

  init() {
    metrics = PrometheusMetrics()
    server = ServerMetrics(metrics)
  }

  /// The number of a series, by its name without what all of them begin with.
  subscript(_ name: String) -> Double? {
    let beginning = "countersign_store_\(name) "
    let line = metrics.text().split(separator: "\n").first { $0.hasPrefix(beginning) }
    return line.flatMap { Double($0.dropFirst(beginning.count)) }
  }

  /// The number of transactions that were run again, for whatever cause.
  var retries: Double {
    RetryCause.allCases.reduce(0) { $0 + (self["retries_total{cause=\"\($1.rawValue)\"}"] ?? 0) }
  }

  /// Waits until a series has a number.
  func until(_ name: String, is number: Double) async {
    while self[name] != number, !Task.isCancelled { await Task.yield() }
  }
}
