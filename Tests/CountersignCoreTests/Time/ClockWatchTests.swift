import CountersignSQLite
import CountersignTesting
import Testing
import WireModel

@testable import CountersignCore

@Suite("A look at the clock")
struct ClockWatchTests {
  @Test("nothing is found, and nothing moved, while the clock runs as it should")
  func steady() async throws {
    let harness = try await ServiceHarness(keyring: .generated().marking(in: MemoryMarks()))
    for _ in 0..<3 {
      #expect(try await harness.service.watchClock() == [])
      harness.clock.advance(seconds: 60)
    }
    harness.clock.jump(seconds: 600)
    #expect(try await harness.service.watchClock() == [])
    #expect(try await harness.service.remarks() == [])
    // Days of use without a look are time that has passed, as long as the server runs.
    harness.clock.advance(seconds: 200_000)
    #expect(try await harness.service.watchClock() == [])
  }

  @Test("a machine's clock that differs from the server's is told of once, and when it changes")
  func apart() async throws {
    let harness = try await ServiceHarness()
    let told: [(milliseconds: Int64, news: [ClockNews])] = [
      (3000, []), (-3000, []), (29_600, [.apart(seconds: 30)]), (31_000, []),
      (33_000, [.apart(seconds: 33)]), (-30_400, [.apart(seconds: -30)]), (0, []),
      (3001, [.apart(seconds: 3)]), (1000, []),
    ]
    for (milliseconds, news) in told {
      harness.clock.setMachineLead(milliseconds: milliseconds)
      #expect(try await harness.service.watchClock() == news, "\(milliseconds)")
    }
    #expect("\(ClockNews.apart(seconds: 30))".contains("is 30 seconds ahead of the database's"))
    #expect("\(ClockNews.apart(seconds: -30))".contains("is 30 seconds behind the database's"))
  }

  // Holds: time
  @Test("a jump is hidden until its look, accepted with it, and found once")
  func jump() async throws {
    let (clock, base) = Self.watchedClock()
    base.advance(seconds: 5)
    base.jump(seconds: 601)
    #expect(clock.now() == base.now().adding(seconds: -601))
    base.advance(seconds: 7)
    #expect(clock.now() == base.now().adding(seconds: -601))
    let jump = try #require(clock.jump)
    #expect(jump.milliseconds == 601_000)
    clock.accept(jump)
    #expect(clock.jump == nil && clock.now() == base.now())
    base.jump(seconds: -601)
    #expect(clock.jump?.milliseconds == -601_000)
  }

  // Holds: time
  @Test("a penalty and a wait last as long as they had to")
  func waits() async throws {
    let harness = try await ServiceHarness()
    _ = try await harness.service.watchClock()
    let now = harness.clock.now().milliseconds
    try await harness.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO attempts (subject, failed_attempts, penalised_until, in_flight_until)
        VALUES ('running', 5, ?, 0), ('over', 5, ?, 0)
        """, [.integer(now + 900_000), .integer(now - 1)])
      try transaction.execute(
        """
        INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
        VALUES ('1', 'waits', 'recovery', 60, 0, ?), ('2', 'free', 'recovery', 60, 0, ?)
        """, [.integer(now + 1000), .integer(now - 1000)])
      try transaction.execute(
        """
        INSERT INTO phones (account_id, number, trusted_at) VALUES ('waits', ?, ?)
        """, [.blob([1]), .integer(now + 2000)])
    }
    harness.clock.jump(seconds: 3600)
    #expect(try await harness.service.watchClock() == [.jumped(seconds: 3600)])
    let penalties = try await harness.store.rows(
      "SELECT penalised_until FROM attempts ORDER BY subject", [])
    #expect(try penalties.map { try $0.integer(0) } == [now - 1, now + 900_000 + 3_600_000])
    let ends = try await harness.store.rows("SELECT ends_at FROM waits ORDER BY id", [])
    #expect(try ends.map { try $0.integer(0) } == [now + 1000 + 3_600_000, now - 1000])
    let trust = try await harness.store.rows("SELECT trusted_at FROM phones", [])
    #expect(try trust.map { try $0.integer(0) } == [now + 2000 + 3_600_000])
  }

  // Holds: time
  @Test("of several nodes that see the clock jump, one moves the waits")
  func nodes() async throws {
    let nodes = try await ServiceHarness.nodes(2)
    let clock = nodes[0].clock
    for node in nodes { #expect(try await node.service.watchClock() == []) }
    let end = try await Self.putPenalty(nodes[0])
    clock.jump(seconds: 3600)
    for node in nodes { #expect(node.service.isClockLookDue) }
    for (node, news) in zip(nodes, [[ClockNews.jumped(seconds: 3600)], []]) {
      #expect(try await node.service.watchClock() == news)
      #expect(!node.service.isClockLookDue)
    }
    #expect(try await Self.penaltyEnd(nodes[0]) == end + 3_600_000)
    // The second time the other one is the first to look.
    clock.advance(seconds: 30)
    clock.jump(seconds: -1800)
    for (node, news) in zip(nodes.reversed(), [[ClockNews.jumped(seconds: -1800)], []]) {
      #expect(try await node.service.watchClock() == news)
    }
    // Small steps add up for all of them, however often they look.
    var steps: Int64 = 0
    for _ in 0..<20 {
      clock.jump(seconds: 540)
      for node in nodes {
        for case .jumped(let seconds) in try await node.service.watchClock() { steps += seconds }
      }
    }
    #expect((20 * 540 - 1200...20 * 540).contains(steps))
  }

  // Holds: time
  @Test("a node whose clock shows a jump later than another's moves no wait once more")
  func laterNode() async throws {
    let nodes = try await ServiceHarness.nodes(2, withClocksOfTheirOwn: true)
    for node in nodes { #expect(try await node.service.watchClock() == []) }
    let end = try await Self.putPenalty(nodes[0])
    nodes[0].clock.jump(seconds: 3600)
    #expect(try await nodes[0].service.watchClock() == [.jumped(seconds: 3600)])
    // Its look meanwhile leaves what the first one saw, which finds nothing in it later.
    #expect(try await nodes[1].service.watchClock() == [])
    #expect(try await nodes[0].service.watchClock() == [])
    nodes[1].clock.jump(seconds: 3600)
    #expect(try await nodes[1].service.watchClock() == [])
    #expect(try await Self.penaltyEnd(nodes[0]) == end + 3_600_000)
    // What is long handled excuses no jump of its own.
    for node in nodes { node.clock.advance(seconds: 60) }
    nodes[1].clock.jump(seconds: 3600)
    #expect(try await nodes[1].service.watchClock() == [.jumped(seconds: 3600)])
    #expect(try await Self.penaltyEnd(nodes[0]) == end + 7_200_000)
  }

  // Holds: time
  @Test("a jump that a node finds at its start is moved by no other one")
  func newNode() async throws {
    let first = try await ServiceHarness()
    #expect(try await first.service.watchClock() == [])
    let end = try await Self.putPenalty(first)
    first.clock.jump(seconds: 3600)
    let second = try await ServiceHarness(
      directory: first.directory, keyring: first.keyring, clock: first.clock)
    #expect(try await second.service.watchClock() == [.away(seconds: 3600)])
    #expect(try await first.service.watchClock() == [])
    #expect(try await Self.penaltyEnd(first) == end + 3_600_000)
  }

  // Holds: time
  @Test("waits stand still while no server reaches the store, and one node moves them for all")
  func awayStore() async throws {
    let nodes = try await ServiceHarness.nodes(2)
    for node in nodes { #expect(try await node.service.watchClock() == []) }
    let end = try await Self.putPenalty(nodes[0])
    _ = try await nodes[0].store.write {
      try $0.execute("ALTER TABLE settings RENAME TO settings_away", [])
    }
    for node in nodes {
      await #expect(throws: StoreError.self) { try await node.service.watchClock() }
    }
    nodes[0].clock.advance(seconds: 7200)
    _ = try await nodes[0].store.write {
      try $0.execute("ALTER TABLE settings_away RENAME TO settings", [])
    }
    for (node, news) in zip(nodes, [[ClockNews.away(seconds: 7200)], []]) {
      #expect(try await node.service.watchClock() == news)
    }
    #expect(try await Self.penaltyEnd(nodes[0]) == end + 7_200_000)
    // Also where the database comes back with another clock.
    _ = try await nodes[0].store.write {
      try $0.execute("ALTER TABLE settings RENAME TO settings_away", [])
    }
    for node in nodes {
      await #expect(throws: StoreError.self) { try await node.service.watchClock() }
    }
    nodes[0].clock.advance(seconds: 7200)
    nodes[0].clock.jump(seconds: 900)
    _ = try await nodes[0].store.write {
      try $0.execute("ALTER TABLE settings_away RENAME TO settings", [])
    }
    for (node, news) in zip(
      nodes, [[ClockNews.away(seconds: 7200), .jumped(seconds: 900)], []])
    {
      #expect(try await node.service.watchClock() == news)
    }
    #expect(try await Self.penaltyEnd(nodes[0]) == end + 15_300_000)
    // An outage that is shorter than a jump changes nothing.
    for node in nodes { #expect(try await node.service.watchClock() == []) }
  }

  /// Puts in a penalty that runs, and gives its end.
  private static func putPenalty(_ harness: ServiceHarness) async throws -> Int64 {
    let end = harness.clock.now().milliseconds + 900_000
    _ = try await harness.store.write { transaction in
      try transaction.execute(
        """
        INSERT INTO attempts (subject, failed_attempts, penalised_until, in_flight_until)
        VALUES ('waits', 5, ?, 0)
        """, [.integer(end)])
    }
    return end
  }

  private static func penaltyEnd(_ harness: ServiceHarness) async throws -> Int64? {
    try await harness.store.rows("SELECT penalised_until FROM attempts", []).first?.integer(0)
  }

  // Holds: time
  @Test("nothing is cleared away until the clock has run steadily for a day")
  func settling() async throws {
    let harness = try await ServiceHarness(keyring: .generated().marking(in: MemoryMarks()))
    _ = try await harness.service.watchClock()
    harness.clock.jump(seconds: -3600)
    #expect(try await harness.service.watchClock() == [.jumped(seconds: -3600)])
    harness.clock.advance(seconds: 86_399)
    try await harness.service.prune()
    #expect(try await Self.notBefore(harness) == nil)
    #expect(try await harness.service.remarks().count == 1)
    harness.clock.advance(seconds: 1)
    try await harness.service.prune()
    #expect(try await Self.notBefore(harness) != nil)
    #expect(try await harness.service.remarks() == [])
  }

  // Holds: restore
  @Test("a store that lost its mark, or is behind it, was restored; any other was not")
  func marks() async throws {
    let marks = MemoryMarks()
    let first = try await ServiceHarness(keyring: .generated().marking(in: marks))
    #expect(try await first.service.watchClock() == [])
    // The store's folder goes with the first of them that does.
    var harnesses = [first]
    func next() async throws -> [ClockNews] {
      let harness = try await ServiceHarness(
        directory: first.directory, keyring: first.keyring, clock: first.clock)
      harnesses.append(harness)
      return try await harness.service.watchClock()
    }
    #expect(try await next() == [])
    marks.lose()
    // So long that no other node can have been there meanwhile.
    first.clock.advance(seconds: 200)
    #expect(try await next() == [.restored])
    #expect(try await next() == [])
    try await first.store.write { try StoreSetting.runMark.write(1, in: $0) }
    #expect(try await next() == [.restored])
    // What others noted since the backup is less than what the first of them goes on from.
    let mark = try await first.store.read { try StoreSetting.runMark.read(in: $0) }
    #expect(mark ?? 0 > 1_000_000_000)
    // A server that crashed between the store's commit and the mark is a step ahead of it.
    try await first.store.write { try StoreSetting.runMark.write((mark ?? 0) + 10, in: $0) }
    #expect(try await next() == [])
  }

  // Holds: restore
  @Test("a used store without a mark was restored, whatever its settings say of it")
  func absentMark() async throws {
    let first = try await ServiceHarness()
    _ = try await first.signUp()
    _ = try await first.service.watchClock()
    // Whoever put the store back took everything away by which a server would know it again.
    try await first.store.write { transaction in
      _ = try transaction.execute("DELETE FROM settings", [])
    }
    let keyring = first.keyring.marking(in: MemoryMarks())
    let second = try await ServiceHarness(
      directory: first.directory, keyring: keyring, clock: first.clock)
    #expect(try await second.service.watchClock() == [.restored])
    #expect(try await second.service.watchClock() == [])
    let open = try await second.store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.isEmpty)
    // One that nobody has used is new.
    let new = try await ServiceHarness(keyring: .generated().marking(in: MemoryMarks()))
    #expect(try await new.service.watchClock() == [])
  }

  // Holds: restore
  @Test("a store that was put back between two looks was restored: it lacks the last commit")
  func lastCommit() async throws {
    let keyring = Keyring.generated().marking(in: MemoryMarks())
    let first = try await ServiceHarness(keyring: keyring)
    _ = try await first.signUp()
    for _ in 0..<2 { _ = try await first.service.watchClock() }
    // As a process that was killed leaves it: nobody has looked since, and nothing is lost.
    let second = try await ServiceHarness(
      directory: first.directory, keyring: keyring, clock: first.clock)
    #expect(try await second.service.watchClock() == [])
    let kept = try await second.store.read { try StoreSetting.runMark.read(in: $0) }
    let end = try await second.store.write { $0.auditLane }
    _ = try await second.signUp("bob@example.com")
    _ = try await second.store.write { transaction in
      try transaction.execute(
        "DELETE FROM audit WHERE lane = ? AND sequence > ?",
        [.blob(end.lane), .integer(end.sequence)])
    }
    #expect(try await second.store.read { try StoreSetting.runMark.read(in: $0) } == kept)
    let third = try await ServiceHarness(
      directory: first.directory, keyring: keyring, clock: first.clock)
    #expect(try await third.service.watchClock() == [.restored])
    let fourth = try await ServiceHarness(
      directory: first.directory, keyring: keyring, clock: first.clock)
    #expect(try await fourth.service.watchClock() == [])
  }

  // Holds: restore
  @Test("where no mark is kept, readiness says so from the first look on")
  func remark() async throws {
    let unmarked = try await ServiceHarness()
    #expect(try await unmarked.service.remarks() == [])
    _ = try await unmarked.service.watchClock()
    let remarks = try await unmarked.service.remarks()
    #expect(remarks.count == 1 && remarks[0].contains("no restore mark is kept"))
  }

  // Holds: restore
  @Test("a store that is put back under its servers was restored, as the first of them finds")
  func putBack() async throws {
    let nodes = try await ServiceHarness.nodes(2, keyring: .generated().marking(in: MemoryMarks()))
    for node in nodes + nodes { #expect(try await node.service.watchClock() == []) }
    _ = try await nodes[0].signUp()
    try await nodes[0].store.write { try StoreSetting.runMark.write(1, in: $0) }
    for (node, news) in zip(nodes + nodes, [[ClockNews.restored], [], [], []]) {
      #expect(try await node.service.watchClock() == news)
    }
    let open = try await nodes[0].store.rows("SELECT 1 FROM sessions WHERE ended_at IS NULL", [])
    #expect(open.isEmpty)
    // Neither does whoever starts later find it once more.
    let later = try await ServiceHarness(
      directory: nodes[0].directory, keyring: nodes[0].keyring, clock: nodes[0].clock)
    #expect(try await later.service.watchClock() == [])
  }

  // Holds: restore
  @Test("a jump that comes after a store was put back is as long for each of its servers")
  func jumpAfterPutBack() async throws {
    let nodes = try await ServiceHarness.nodes(2, keyring: .generated().marking(in: MemoryMarks()))
    for node in nodes { #expect(try await node.service.watchClock() == []) }
    nodes[0].clock.jump(seconds: 3600)
    for (node, news) in zip(nodes, [[ClockNews.jumped(seconds: 3600)], []]) {
      #expect(try await node.service.watchClock() == news)
    }
    // The backup is from before the jump.
    try await nodes[0].store.write { transaction in
      try StoreSetting.runMark.write(1, in: transaction)
      try StoreSetting.clockJumps.write(0, in: transaction)
    }
    for (node, news) in zip(nodes, [[ClockNews.restored], []]) {
      #expect(try await node.service.watchClock() == news)
    }
    nodes[0].clock.jump(seconds: 1800)
    for (node, news) in zip(nodes.reversed(), [[ClockNews.jumped(seconds: 1800)], []]) {
      #expect(try await node.service.watchClock() == news)
    }
  }

  @Test("where no mark can be kept, that is said at each start, and no store is taken for restored")
  func unmarked() async throws {
    let keyring = Keyring.generated().marking(in: MemoryMarks(isWritable: false))
    let first = try await ServiceHarness(keyring: keyring)
    for harness in [first, try await ServiceHarness(directory: first.directory, keyring: keyring)] {
      let news = try await harness.service.watchClock()
      #expect(news == [.unmarked(cause: "Unwritable()")])
      #expect(try await harness.service.watchClock() == [])
    }
  }

  // Holds: restore
  @Test("a restored store has nothing open that may have been used, and waits begin anew")
  func restoration() async throws {
    let harness = try await ServiceHarness()
    let session = try await harness.signUp()
    _ = try await harness.service.codeRequests.make(
      CodeRequest(purpose: .register), session: session, from: .local
    ).get()
    let seen = harness.clock.now()
    harness.clock.advance(seconds: 100)
    let now = harness.clock.now()
    let waits = StoredWaits()
    try await harness.store.write { [keyring = harness.keyring] transaction in
      try transaction.execute(
        """
        INSERT INTO waits (id, account_id, reason, seconds, created_at, ends_at)
        VALUES ('1', 'a', 'recovery', 60, 1, ?), ('2', 'a', 'announced', 60, 1, ?),
          ('3', 'a', 'announced', 60, 1, ?)
        """, [5, 5, -5].map { .integer(seen.milliseconds + $0) })
      try transaction.execute(
        """
        INSERT INTO recoveries (account_id, session_id, wait_id, requested_at)
        VALUES ('a', 's', '1', 1)
        """, [])
      try transaction.execute(
        """
        INSERT INTO attempts (subject, failed_attempts, penalised_until, in_flight_until)
        VALUES ('a', 5, ?, 0)
        """, [.integer(seen.milliseconds + 900_000)])
      try Restoration(waits: waits, audit: AuditTrail(keyring: keyring)).write(
        seen: seen, at: now, in: transaction)
    }
    for (table, open) in [
      ("sessions", "ended_at IS NULL"), ("code_requests", "closed_at IS NULL"),
      ("session_links", "status <> 'over'"), ("recoveries", "1 = 1"),
      ("waits", "reason = 'recovery' AND stopped_at IS NULL"),
    ] {
      let rows = try await harness.store.rows("SELECT 1 FROM \(table) WHERE \(open)", [])
      #expect(rows.isEmpty, "\(table)")
    }
    let moments = try await harness.store.rows(
      """
      SELECT (SELECT ends_at FROM waits WHERE id = '2'), (SELECT ends_at FROM waits WHERE id = '3'),
        (SELECT penalised_until FROM attempts),
        (SELECT value FROM settings WHERE name = 'not_before')
      """, [])
    #expect(
      moments.first?.values == [
        .integer(now.milliseconds + 60_000), .integer(seen.milliseconds - 5),
        .integer(now.milliseconds + 900_000), .integer(now.milliseconds),
      ])
    #expect(try await harness.fault() == nil)
  }

  private static func watchedClock() -> (WatchedClock, FakeClock) {
    let base = FakeClock()
    return (WatchedClock(base, toleranceMilliseconds: 600_000), base)
  }

  private static func notBefore(_ harness: ServiceHarness) async throws -> Int64? {
    try await harness.store.read { try StoreSetting.notBefore.read(in: $0) }
  }
}
