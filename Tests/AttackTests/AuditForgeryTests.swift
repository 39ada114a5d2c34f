import CountersignCore
import CountersignTesting
import Crypto
import Testing
import WebAuthnModel

@Suite("Whoever writes to the audit log without the keyring")
struct AuditForgeryTests {
  /// A change of the log, and the words by which its verification tells of it.
  struct Forgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: String
    let forge: @Sendable (DatabaseWriter) async throws -> Void

    init(
      _ name: String, _ fault: String,
      _ forge: @escaping @Sendable (DatabaseWriter) async throws -> Void
    ) {
      (testDescription, self.fault, self.forge) = (name, fault, forge)
    }
  }

  // Holds: audit
  @Test(
    "Attack 36: no row or lane is changed, removed, moved or added without the keyring",
    arguments: ofRows + ofLanes + ofRegistry + ofTypes)
  func forged(_ forgery: Forgery) async throws {
    let log = try await TwoStarts()
    #expect(try await log.second.fault() == nil)
    try await forgery.forge(DatabaseWriter(store: log.second.store))
    let fault = try await log.second.fault()
    #expect(fault?.contains(forgery.fault) == true, "\(fault ?? "whole")")
  }

  private static let ofRows = [
    Forgery("a row is changed, and all hashes fit", "forged") { writer in
      try await writer.rewrite(writer.lanes()[0]) { $0[2].details = "{}" }
    },
    Forgery("a moment is changed in the newest row", "forged") { writer in
      try await writer.rewrite(writer.lanes()[1]) { $0[$0.count - 1].at += 1 }
    },
    Forgery("a row in the middle is removed, and those after it move up", "forged") { writer in
      try await writer.rewrite(writer.lanes()[0]) { rows in
        rows.remove(at: 2)
        rows.renumber()
      }
    },
    Forgery("the first rows are removed", "is missing, and was not pruned") { writer in
      try await writer.rewrite(writer.lanes()[0]) { $0.removeFirst(2) }
    },
    Forgery("two rows change their places", "forged") { writer in
      try await writer.rewrite(writer.lanes()[0]) { rows in
        rows.swapAt(1, 2)
        rows.renumber()
      }
    },
    Forgery("a row moves into another lane", "forged") { writer in
      let lanes = try await writer.lanes()
      var moved = try await writer.rows(of: lanes[0])[2]
      moved.lane = lanes[1]
      try await writer.rewrite(lanes[1]) { [moved] rows in
        rows.append(moved)
        rows.renumber()
      }
    },
    Forgery("a row is added with the code of another", "forged") { writer in
      try await writer.rewrite(writer.lanes()[1]) { $0.append("signed_in", [:]) }
    },
    Forgery("a row is added with no code", "code of another length") { writer in
      try await writer.rewrite(writer.lanes()[1]) { rows in
        rows.append("signed_in", [:])
        rows[rows.count - 1].code = []
      }
    },
    Forgery("a row is added under a key that nobody has", "is under key 9") { writer in
      try await writer.rewrite(writer.lanes()[1]) { rows in
        rows.append("signed_in", [:])
        rows[rows.count - 1].key = 9
      }
    },
    Forgery("a row is put where no reader looks", "is missing, and was not pruned") { writer in
      var row = try await writer.rows(of: writer.lanes()[0])[0]
      row.sequence = .min
      try await writer.dropChecks()
      try await writer.put([row])
    },
  ]

  private static let ofLanes = [
    Forgery("a lane is removed", "row 1: is missing, and all after it") { writer in
      try await writer.remove(writer.lanes()[0])
    },
    Forgery("a lane is removed, and its row of the registry", "forged") { writer in
      try await writer.remove(writer.lanes()[0])
      try await writer.rewrite(DatabaseWriter.registry) { rows in
        rows.removeFirst()
        rows.renumber()
      }
    },
    Forgery("the newest lane is removed, and the registry's end", "is not the row that lane") {
      writer in
      try await writer.remove(writer.lanes()[1])
      try await writer.rewrite(DatabaseWriter.registry) { $0.removeLast() }
    },
    Forgery("a lane gets another name", "does not name") { writer in
      let lane = try await writer.lanes()[0]
      var rows = try await writer.rows(of: lane)
      for index in rows.indices { rows[index].lane = [UInt8](repeating: 7, count: 16) }
      try await writer.put(rows)
      try await writer.rewrite([UInt8](repeating: 7, count: 16)) { _ in }
    },
    Forgery("a lane of another server is added", "does not name") { writer in
      let other = try await TwoStarts()
      let foreign = DatabaseWriter(store: other.second.store)
      try await writer.put(foreign.rows(of: foreign.lanes()[0]))
    },
    Forgery("the log of another server takes the place of all", "forged") { writer in
      let other = try await TwoStarts()
      let foreign = DatabaseWriter(store: other.second.store)
      for lane in try await writer.lanes() + [DatabaseWriter.registry] {
        try await writer.remove(lane)
      }
      for lane in try await [DatabaseWriter.registry] + foreign.lanes() {
        try await writer.put(foreign.rows(of: lane))
      }
    },
    Forgery("the end of an earlier start's lane is cut off", "is missing, and all after it") {
      writer in
      try await writer.rewrite(writer.lanes()[0]) { $0.removeLast(2) }
    },
    Forgery("an earlier start's lane is cut down to its first row", "row 2: is missing") {
      writer in
      try await writer.rewrite(writer.lanes()[0]) { $0.removeLast($0.count - 1) }
    },
    Forgery("the whole log is removed", "is missing, and the store is in use") { writer in
      for lane in try await writer.lanes() + [DatabaseWriter.registry] {
        try await writer.remove(lane)
      }
    },
  ]

  private static let ofTypes = [
    Forgery("a row is added whose lane is a text", "1 rows of the table are in none") { writer in
      try await writer.dropChecks()
      try await writer.copyFirstRow(toLane: "'lane'")
    },
    Forgery("a row is added whose lane is empty", "1 rows of the table are in none") { writer in
      try await writer.dropChecks()
      try await writer.copyFirstRow(toLane: "x''")
    },
    Forgery("the names of all lanes become texts", "is missing, and the store is in use") {
      writer in
      try await writer.dropChecks()
      _ = try await writer.store.write {
        try $0.execute("UPDATE audit SET lane = hex(lane)", [])
      }
    },
    Forgery("the name of a lane becomes a text", "row 1: is missing, and all after it") { writer in
      try await writer.dropChecks()
      let lane = try await writer.lanes()[0]
      _ = try await writer.store.write {
        try $0.execute("UPDATE audit SET lane = hex(lane) WHERE lane = ?", [.blob(lane)])
      }
    },
  ]

  private static let ofRegistry = [
    Forgery("the registry is removed", "is missing, and the store is in use") { writer in
      try await writer.remove(DatabaseWriter.registry)
    },
    Forgery("the first rows are removed, and the registry says that they were pruned", "forged") {
      writer in
      let lane = try await writer.lanes()[0]
      let last = try await writer.rows(of: lane)[1]
      try await writer.rewrite(lane) { $0.removeFirst(2) }
      try await writer.rewrite(DatabaseWriter.registry) { rows in
        rows.append(
          "audit_lane_pruned",
          [
            "lane": .string(Base64URL.encode(lane)), "sequence": 2,
            "hash": .string(Base64URL.encode(last.hash)),
          ])
      }
    },
    Forgery("a lane is entered, and its rows are made up", "forged") { writer in
      let lane = [UInt8](repeating: 7, count: 16)
      var row = try await writer.rows(of: writer.lanes()[0])[0]
      row.lane = lane
      try await writer.put([row])
      try await writer.rewrite(lane) { _ in }
      try await writer.rewrite(DatabaseWriter.registry) {
        $0.append("audit_lane_started", ["lane": .string(Base64URL.encode(lane))])
      }
    },
    Forgery("a key of the writer's takes the place of the server's", "which the keyring lacks") {
      writer in
      let secret = SymmetricKey(size: .bits256)
      try await writer.rewrite(DatabaseWriter.registry) { rows in
        rows.append("audit_key_changed", ["from": 1])
        rows[rows.count - 1].key = 2
      }
      try await writer.rewrite(DatabaseWriter.registry) { rows in
        let code = DatabaseWriter.code(rows[rows.count - 1].hash, by: secret)
        rows[rows.count - 1].code = code + code
      }
    },
    Forgery("the beginning of the log is removed", "a row between is missing") { writer in
      try await writer.rewrite(DatabaseWriter.registry) { $0.removeFirst() }
    },
    Forgery("the registry has a row of a writer's", "says nothing that the registry says") {
      writer in
      try await writer.rewrite(DatabaseWriter.registry) { $0.append("signed_in", [:]) }
    },
  ]

  // Holds: audit
  @Test("Attack 36: a pruned lane gives no leave to remove more of it, or of another")
  func pruned() async throws {
    let log = try await TwoStarts()
    let writer = DatabaseWriter(store: log.second.store)
    let lanes = try await writer.lanes()
    try await log.prune()
    #expect(try await log.second.fault() == nil)
    let (first, rest) = (try await writer.rows(of: lanes[0]), try await writer.rows(of: lanes[1]))
    #expect(first.count == 1 && first[0].sequence > 3)
    // The same row of the registry once more: for a lane that goes on.
    try await writer.rewrite(lanes[1]) { $0.removeFirst() }
    let fault = try await log.second.fault()
    #expect(fault?.contains("is missing, and was not pruned") == true, "\(fault ?? "whole")")
    try await writer.remove(lanes[1])
    try await writer.put(rest)
    #expect(try await log.second.fault() == nil)
    try await writer.remove(lanes[0])
    let missing = try await log.second.fault()
    #expect(missing?.contains("is missing, and all after it") == true, "\(missing ?? "whole")")
  }

  // Holds: audit
  @Test("Attack 36: the table takes no row in a lane that is a text, or empty")
  func checks() async throws {
    let log = try await TwoStarts()
    let writer = DatabaseWriter(store: log.second.store)
    for lane in ["'lane'", "x''"] {
      await #expect(throws: StoreError.self) { try await writer.copyFirstRow(toLane: lane) }
    }
    var rows = try await writer.rows(of: writer.lanes()[0])
    rows[0].sequence = 0
    let early = rows[0]
    await #expect(throws: StoreError.self) { try await writer.put([early]) }
    #expect(try await log.second.fault() == nil)
  }

  // Holds: audit
  @Test("Attack 36: of no start that has ended can rows be cut off, though nobody ever looked")
  func ended() async throws {
    let first = try await ServiceHarness()
    // The store's folder goes with the first of them that does.
    var starts = [first]
    defer { withExtendedLifetime(starts) {} }
    for number in 0..<3 {
      _ = try await starts[number].signUp("person\(number)@example.com")
      starts.append(
        try await ServiceHarness(
          directory: first.directory, keyring: first.keyring, clock: first.clock))
    }
    _ = try await starts[3].signUp("last@example.com")
    #expect(try await first.fault() == nil)
    let writer = DatabaseWriter(store: first.store)
    for lane in try await writer.lanes().dropLast() {
      let whole = try await writer.rows(of: lane)
      #expect(whole.count > 1)
      try await writer.rewrite(lane) { $0.removeLast() }
      let fault = try await first.fault()
      #expect(
        fault?.contains("row \(whole.count): is missing, and all after it") == true,
        "\(fault ?? "whole")")
      try await writer.remove(lane)
      try await writer.put(whole)
    }
    #expect(try await first.fault() == nil)
  }

  // Holds: audit
  @Test("Attack 36: what another server saw of a lane at its look cannot be cut off")
  func seen() async throws {
    let log = try await TwoStarts()
    let lane = try await DatabaseWriter(store: log.first.store).lanes()[0]
    // The lane goes on after the other one has begun.
    _ = try await log.first.signUp("carol@example.com")
    let writer = DatabaseWriter(store: log.second.store)
    let unseen = try await writer.rows(of: lane)
    _ = try await log.second.service.watchClock()
    try await writer.rewrite(lane) { $0.removeLast() }
    let fault = try await log.second.fault()
    #expect(
      fault?.contains("another lane names row \(unseen.count)") == true, "\(fault ?? "whole")")
    let exported = await #expect(throws: AuditExportFault.self) { try await log.export() }
    #expect(exported?.problem.contains("another lane names row") == true)
  }

  // Holds: audit
  @Test("Attack 36: a row that a writer passes off as one that names ends is named all the same")
  func passedOff() async throws {
    let log = try await TwoStarts()
    let session = try await log.first.signUp("carol@example.com")
    _ = try await log.second.service.watchClock()
    let writer = DatabaseWriter(store: log.second.store)
    let lane = try await writer.lanes()[0]
    let known = try await writer.rows(of: lane)
    try await log.first.service.sessions.end(session)
    // The one row that the other server does not know yet.
    let real = try await writer.rows(of: lane)
    try #require(real.count == known.count + 1 && real.last?.kind == "session_ended")
    func replaceNewest(by kind: String) async throws {
      _ = try await writer.store.write {
        try $0.execute(
          "UPDATE audit SET kind = ? WHERE lane = ? AND sequence = ?",
          [.text(kind), .blob(lane), .integer(Int64(real.count))])
      }
    }
    try await replaceNewest(by: "audit_ends_noted")
    _ = try await log.second.service.watchClock()
    try await replaceNewest(by: "session_ended")
    #expect(try await log.second.fault() == nil)
    try await writer.rewrite(lane) { $0.removeLast() }
    let fault = try await log.second.fault()
    #expect(
      fault?.contains("another lane names row \(real.count)") == true, "\(fault ?? "whole")")
  }

  // Holds: audit
  @Test("two servers that do nothing name no rows of each other for ever")
  func quiet() async throws {
    let log = try await TwoStarts()
    func rows() async throws -> Int64? {
      try await log.first.store.rows("SELECT count(*) FROM audit", []).first?.integer(0)
    }
    for harness in [log.first, log.second] { _ = try await harness.service.watchClock() }
    let count = try await rows()
    for _ in 0..<5 {
      for harness in [log.first, log.second] { _ = try await harness.service.watchClock() }
    }
    #expect(try await rows() == count)
  }

  // Holds: audit
  @Test(
    "Attack 36: a log that was removed does not begin anew unseen",
    arguments: [
      ["DELETE FROM audit"],
      ["DELETE FROM audit", "DELETE FROM settings WHERE name = 'audit_began'"],
      ["DELETE FROM audit", "DELETE FROM accounts"],
      ["DELETE FROM audit WHERE kind LIKE 'audit_%'", "DELETE FROM settings"],
    ])
  func removed(_ statements: [String]) async throws {
    let log = try await TwoStarts()
    try await log.second.store.write { transaction in
      for statement in statements { _ = try transaction.execute(statement, []) }
    }
    log.first.clock.advance(seconds: 1)
    let third = try await log.start(log.first.keyring)
    _ = try await third.signUp("carol@example.com")
    let fault = try await third.fault()
    #expect(fault?.contains("store that was in use already") == true, "\(fault ?? "whole")")
  }
}
