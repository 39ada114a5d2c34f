import Foundation
import ProgramTesting
import Testing

@testable import CountersignCore
@testable import CountersignSQLite

#if PostgreSQL
  import CountersignPostgreSQL
#endif

@Suite("A copy of a store into another database", .timeLimit(.minutes(5)))
struct StoreCopyTests {
  @Test("every value arrives as it was, and then the target is open", arguments: CopyWay.all)
  func values(_ way: CopyWay) async throws {
    try await CopyStage.temporary(way) { stage in
      let before = try await stage.rows(.source)
      let report = try stage.copy().run()
      #expect(try await stage.rows(.target) == before)
      let samples = try #require(report.tables.first { $0.name == "samples" })
      #expect(samples.rows == Int64(CopyStage.samples.count))
      #expect(samples.sums == ["amount": CopyStage.samples.reduce(0) { $0 &+ $1.amount }])
      #expect(report.tables.first { $0.name == "plain" }?.rows == 3)
      // The lane of the rows, and the registry.
      #expect(report.tables.contains { $0.name == "settings" } && report.lanes == 2)
    }
  }

  @Test(
    "a copy that was cut off is not served from, and goes on where it was", arguments: CopyWay.all)
  func goesOn(_ way: CopyWay) async throws {
    try await CopyStage.temporary(way) { stage in
      let before = try await stage.rows(.source)
      let ends = try await stage.writes()
      for end in stride(from: 2, to: ends - 1, by: 7) {
        try stage.removeTarget()
        #expect(throws: CutTarget.Cut.self) {
          try stage.copy(into: { CutTarget($0, endsBefore: end) }).run()
        }
        await #expect(throws: StoreError.incomplete) { _ = try await stage.rows(.target) }
        var news: [StoreCopy.Progress] = []
        let counted = CountingTarget()
        _ = try stage.copy(into: { counted.count($0) }, report: { news.append($0) }).run()
        #expect(try await stage.rows(.target) == before)
        // The mark, the emptying and the end apart, only what was missing was written.
        #expect(counted.writes < ends - max(0, end - 4), "\(counted.writes) \(end) \(ends)")
        #expect(!news.contains(.beginsAnew))
      }
    }
  }

  @Test("a source that was written since a copy was cut off is copied anew", arguments: CopyWay.all)
  func beginsAnew(_ way: CopyWay) async throws {
    try await CopyStage.temporary(way) { stage in
      #expect(throws: CutTarget.Cut.self) {
        try stage.copy(into: { CutTarget($0, endsBefore: 12) }).run()
      }
      try await stage.change(.source, "UPDATE samples SET amount = 7")
      try await stage.change(.source, "UPDATE settings SET value = 9 WHERE name = 'clock_seen'")
      var news: [StoreCopy.Progress] = []
      _ = try stage.copy(report: { news.append($0) }).run()
      #expect(news.first == .beginsAnew)
      #expect(try await stage.rows(.target) == stage.rows(.source))
    }
  }

  @Test("a value or a row that did not arrive is found and named", arguments: CopyWay.all)
  func differences(_ way: CopyWay) async throws {
    try await CopyStage.temporary(way) { stage in
      for (change, place) in [
        (SpoiledTarget.Fault.value, "samples, row 3 by its key: another value of amount"),
        (.missing, "samples, row 3 by its key: one of the two lacks it"),
        (.plain, "the rows of plain differ"),
      ] {
        #expect(throws: CopyFault.difference(place)) {
          try stage.copy(into: { SpoiledTarget($0, change) }).run()
        }
        await #expect(throws: StoreError.incomplete) { _ = try await stage.rows(.target) }
      }
      // What was found is copied anew.
      var news: [StoreCopy.Progress] = []
      _ = try stage.copy(report: { news.append($0) }).run()
      #expect(news.first == .beginsAnew)
      #expect(try await stage.rows(.target) == stage.rows(.source))
    }
  }

  @Test("another server's data and another version's tables are refused", arguments: CopyWay.all)
  func refusals(_ way: CopyWay) async throws {
    try await CopyStage.temporary(way) { stage in
      #expect(throws: CutTarget.Cut.self) {
        try stage.copy(into: { CutTarget($0, endsBefore: 12) }).run()
      }
      try await stage.change(.source, "UPDATE settings SET value = 6 WHERE name = 'store_id'")
      #expect(throws: CopyFault.halfOfAnother) { try stage.copy().run() }
      try await stage.change(.source, "UPDATE settings SET value = 5 WHERE name = 'store_id'")
      _ = try stage.copy().run()
      // What has ended is a server's data, also that of the same server.
      #expect(throws: CopyFault.occupied) { try stage.copy().run() }
      try stage.removeTarget()
      #expect(throws: CopyFault.unknownModule("goods")) {
        try stage.copy(schemas: [.core]).run()
      }
      let later = Schema(
        owner: "goods", steps: CopyStage.goods.steps + [SchemaStep(2, ["SELECT 1"])])
      #expect(throws: CopyFault.schema("the source lacks step 2 of the tables of goods")) {
        try stage.copy(schemas: [.core, later]).run()
      }
      let newest = Schema.core.newest
      let earlier = Schema(owner: "core", steps: [])
      #expect(throws: CopyFault.schema("the source has step \(newest) of the tables of core")) {
        try stage.copy(schemas: [earlier, CopyStage.goods]).run()
      }
      // A version that begins with another step, and one that makes it by other statements.
      for number in [newest + 1, newest] {
        let other = Schema(owner: "core", steps: [SchemaStep(number, ["SELECT 1"])])
        #expect(throws: StoreError.unsupported("step \(newest) of the tables of core")) {
          try stage.copy(schemas: [other, CopyStage.goods]).run()
        }
      }
      // Nothing of that left a mark.
      _ = try stage.copy().run()
    }
  }

  @Test("nothing is copied from or to a database that a server has", arguments: CopyWay.all)
  func inUse(_ way: CopyWay) async throws {
    try await CopyStage.temporary(way) { stage in
      let source = try await stage.open(.source)
      #expect(throws: StoreError.self) { _ = try stage.copy() }
      try await source.close()
      _ = try stage.copy()
      let target = try await stage.open(.target)
      #expect(throws: StoreError.self) { _ = try stage.copy() }
      try await target.close()
    }
  }
}

/// From one driver to another.
struct CopyWay: Sendable, CustomTestStringConvertible {
  let source: StoreFactory
  let target: StoreFactory

  static let all = StoreFactory.all.flatMap { source in
    StoreFactory.all.map { CopyWay(source: source, target: $0) }
  }

  var testDescription: String { "\(source.testDescription) to \(target.testDescription)" }
}

/// Two places, the first of which has a store with rows of every kind.
struct CopyStage {
  enum Side { case source, target }

  struct Sample: Sendable {
    let key: [UInt8]
    let place: String
    let amount: Int64
    let text: String?
    let bytes: [UInt8]?
  }

  let way: CopyWay
  let source: StorePlace
  let target: StorePlace

  /// Keys that languages, cases and lengths sort in other ways than bytes do.
  static let samples: [Sample] = [
    Sample(key: [], place: "", amount: .max, text: "", bytes: []),
    Sample(key: [0], place: "a", amount: .min, text: nil, bytes: nil),
    Sample(key: [0], place: "B", amount: -1, text: "'\"\\ % _ ? $1", bytes: [0]),
    Sample(key: [0, 0], place: "é", amount: 0, text: "e\u{301} \u{E9}", bytes: [255, 0, 128]),
    Sample(key: [0, 1], place: "z", amount: 1, text: "\u{1F600}\n\t\u{FFFD}", bytes: [39, 92]),
    Sample(key: [255], place: "\u{10FFFD}", amount: 2, text: "NULL", bytes: Array(0...255)),
    Sample(key: [255], place: "\u{E000}", amount: 3, text: " ", bytes: [32]),
  ]

  /// A child's table comes before its parent's by name; one table has no key.
  static let goods = Schema(
    owner: "goods",
    steps: [
      SchemaStep(
        1,
        [
          "CREATE TABLE parents (id BIGINT PRIMARY KEY)",
          "CREATE TABLE children (id TEXT PRIMARY KEY, parent BIGINT REFERENCES parents (id))",
          """
          CREATE TABLE samples (
            amount BIGINT NOT NULL, text TEXT, bytes BLOB, place TEXT NOT NULL, key BLOB NOT NULL,
            PRIMARY KEY (key, place)
          )
          """,
          "CREATE TABLE plain (text TEXT, number BIGINT)",
          "ALTER TABLE samples ADD COLUMN more BLOB",
        ])
    ])

  static func temporary(
    _ way: CopyWay, _ body: (CopyStage) async throws -> Void
  ) async throws {
    try await StorePlace.temporary { source in
      try await StorePlace.temporary { target in
        let stage = CopyStage(way: way, source: source, target: target)
        try way.source.prepare(source)
        try way.target.prepare(target)
        try await stage.fill()
        try await body(stage)
      }
    }
  }

  private func fill() async throws {
    let open = try await open(.source)
    try await open.store.write { transaction in
      for id in 1...5 {
        try transaction.execute("INSERT INTO parents (id) VALUES (?)", [SQLValue(id)])
        try transaction.execute(
          "INSERT INTO children (id, parent) VALUES (?, ?)", [.text("c\(id)"), SQLValue(id)])
      }
      for sample in Self.samples {
        try transaction.execute(
          "INSERT INTO samples (key, place, amount, text, bytes) VALUES (?, ?, ?, ?, ?)",
          [
            .blob(sample.key), .text(sample.place), .integer(sample.amount),
            SQLValue(sample.text), SQLValue(sample.bytes),
          ])
      }
      // Two rows that are the same are two rows.
      try transaction.execute(
        "INSERT INTO plain (text, number) VALUES ('a', 1), ('a', 1), (NULL, NULL)", [])
      try transaction.execute(
        "INSERT INTO settings (name, value) VALUES ('store_id', 5), ('clock_seen', 8)", [])
      // One of the rows that a schema's step puts in.
      try transaction.execute("DELETE FROM hosts WHERE id = 'hst_in-process'", [])
      let trail = AuditTrail(keyring: .generated())
      for number in 1...20 {
        try trail.append(
          AuditEvent("counted", subjectText: "a", ["number": .integer(Int64(number))]),
          at: Timestamp(milliseconds: 1), in: transaction)
      }
    }
    try await open.close()
  }

  func open(_ side: Side) async throws -> OpenStore {
    let factory = side == .source ? way.source : way.target
    var place = side == .source ? source : target
    place.schemas = [.core, Self.goods]
    return try factory.open(place)
  }

  /// All rows, table by table, each by its text.
  func rows(_ side: Side) async throws -> [String: Set<SQLRow>] {
    let open = try await open(side)
    var rows: [String: Set<SQLRow>] = [:]
    for table in ["parents", "children", "plain", "settings", "hosts", "audit"] {
      rows[table] = Set(try await open.store.rows("SELECT * FROM \(table)", []))
    }
    rows["samples"] = Set(
      try await open.store.rows(
        "SELECT key, place, amount, text, bytes, more FROM samples", []))
    try await open.close()
    return rows
  }

  func change(_ side: Side, _ sql: String) async throws {
    let open = try await open(side)
    _ = try await open.store.write { try $0.execute(sql, []) }
    try await open.close()
  }

  /// A copy by two rows at once.
  func copy(
    schemas: [Schema] = [.core, goods], into wrap: (any CopyTarget) -> any CopyTarget = { $0 },
    report: @escaping (StoreCopy.Progress) -> Void = { _ in }
  ) throws -> StoreCopy {
    let source = try way.source.copySource(source)
    return StoreCopy(
      from: source, to: wrap(try way.target.copyTarget(target)), schemas: schemas, rowsAtOnce: 2,
      report: report)
  }

  /// The number of transactions of a whole copy.
  func writes() async throws -> Int {
    let counted = CountingTarget()
    _ = try copy(into: { counted.count($0) }).run()
    return counted.writes
  }

  func removeTarget() throws {
    PrivatePostgreSQL.dropDatabase(of: target.folder)
    try? FileManager.default.removeItem(atPath: target.folder)
    try way.target.prepare(target)
  }
}

/// A target that hands everything on.
private class PassingTarget: CopyTarget {
  let base: any CopyTarget
  init(_ base: any CopyTarget) { self.base = base }
  func tables() throws -> [StoredTable] { try base.tables() }
  func hasTable(_ name: String) throws -> Bool { try base.hasTable(name) }
  func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
    try base.rows(sql, arguments)
  }
  func write(_ statements: [SQLStatement]) throws { try base.write(statements) }
  func makeTables(of schemas: [Schema]) throws { try base.makeTables(of: schemas) }
  func close() throws { try base.close() }
}

/// A target that takes so many transactions and no more, as where the copy is killed.
private final class CutTarget: PassingTarget {
  struct Cut: Error {}
  private var left: Int

  init(_ base: any CopyTarget, endsBefore count: Int) {
    left = count
    super.init(base)
  }

  override func write(_ statements: [SQLStatement]) throws {
    left -= 1
    if left < 0 { throw Cut() }
    try super.write(statements)
  }
}

/// Counts the transactions of a target.
private final class CountingTarget {
  private(set) var writes = 0

  func count(_ base: any CopyTarget) -> any CopyTarget { Counted(base, self) }

  private final class Counted: PassingTarget {
    private let counter: CountingTarget

    init(_ base: any CopyTarget, _ counter: CountingTarget) {
      self.counter = counter
      super.init(base)
    }

    override func write(_ statements: [SQLStatement]) throws {
      counter.writes += 1
      try super.write(statements)
    }
  }
}

/// A target in which something does not arrive.
private final class SpoiledTarget: PassingTarget {
  enum Fault { case value, missing, plain }
  private let fault: Fault

  init(_ base: any CopyTarget, _ fault: Fault) {
    self.fault = fault
    super.init(base)
  }

  override func write(_ statements: [SQLStatement]) throws {
    var statements = statements
    let index = statements.firstIndex { statement in
      let table = fault == .plain ? "INSERT INTO \"plain\"" : "INSERT INTO \"samples\""
      return statement.sql.hasPrefix(table)
        && (fault == .plain || statement.arguments.contains(.integer(.min)))
    }
    if let index {
      let found = statements.remove(at: index)
      if fault == .value {
        let arguments = found.arguments.map { $0 == .integer(.min) ? .integer(6) : $0 }
        statements.insert(SQLStatement(found.sql, arguments), at: index)
      }
    }
    try super.write(statements)
  }
}

extension StoreFactory {
  fileprivate func copySource(_ place: StorePlace) throws -> any CopySource {
    #if PostgreSQL
      if testDescription == "PostgreSQL" {
        return try PostgreSQLCopySource(place.postgreSQL, nodes: .stopped)
      }
    #endif
    return try SQLiteCopySource(path: place.databasePath)
  }

  fileprivate func copyTarget(_ place: StorePlace) throws -> any CopyTarget {
    #if PostgreSQL
      if testDescription == "PostgreSQL" { return try PostgreSQLCopyTarget(place.postgreSQL) }
    #endif
    return try SQLiteCopyTarget(path: place.databasePath)
  }
}

#if PostgreSQL
  extension StorePlace {
    fileprivate var postgreSQL: PostgreSQLAddress {
      get throws { try PostgreSQLAddress(PrivatePostgreSQL.database(for: folder)) }
    }
  }
#endif
