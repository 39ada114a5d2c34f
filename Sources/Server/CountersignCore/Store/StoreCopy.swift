import WebAuthnModel

/// Copies all rows of one database into another, whichever their drivers are.
///
/// The target has a mark from the first moment to the last comparison, and no server serves from a
/// database that has it. After an interruption the copy goes on behind the last key in the target.
package struct StoreCopy {
  /// The steps of a copy, for whoever watches.
  package enum Progress: Sendable, Hashable {
    /// The target holds a part of a copy of an earlier state: all of it is copied anew.
    case beginsAnew
    /// Rows of a table that the target holds already.
    case goesOn(table: String, rows: Int64, of: Int64)
    /// Rows of a table that the target holds by now.
    case copied(table: String, rows: Int64, of: Int64)
    /// Rows of a table that were found to be alike.
    case compared(table: String, rows: Int64)
    /// Tables of the source that no schema of this program makes: they stay where they are.
    case leaves(tables: [String])
  }

  private let source: any CopySource
  private let target: any CopyTarget
  private let schemas: [Schema]
  private let rowsAtOnce: Int
  private let isPutBack: Bool
  private let report: (Progress) -> Void

  /// A copy.
  ///
  /// - Parameters:
  ///   - source: The database that is copied.
  ///   - target: An empty database, or one with a part of the same copy.
  ///   - schemas: The tables of the core, and of modules.
  ///   - rowsAtOnce: The most rows of a transaction.
  ///   - isPutBack: True unless its restore mark says that the source is whole: then the copy
  ///     counts as put back, too, by whatever driver it is read.
  ///   - report: Hears of the progress.
  package init(
    from source: any CopySource, to target: any CopyTarget, schemas: [Schema],
    rowsAtOnce: Int = 1000, isPutBack: Bool = false,
    report: @escaping (Progress) -> Void = { _ in }
  ) {
    (self.source, self.target, self.schemas) = (source, target, schemas)
    (self.rowsAtOnce, self.isPutBack, self.report) = (rowsAtOnce, isPutBack, report)
  }

  /// Copies, compares, and takes the mark off the target.
  ///
  /// - Returns: What both databases hold.
  /// - Throws: ``CopyFault``, and ``StoreError``.
  package func run() throws -> CopyReport {
    let state = try requireReady()
    let (known, tables) = try begin(state)
    if known != state.source {
      if !known.isEmpty { report(.beginsAnew) }
      try empty(tables, for: state)
    }
    for table in tables { try copy(table) }
    do {
      let outcome = try compare(tables)
      try target.write(
        (isPutBack ? [RestoreNote.forgetting] : []) + [SQLStatement("DROP TABLE \(Self.mark)")])
      return outcome
    } catch let fault as CopyFault {
      // Whatever the cause is, the next copy begins anew.
      try target.write([SQLStatement("UPDATE \(Self.mark) SET source = 'none'")])
      throw fault
    }
  }

  /// Finds out whether the copy can begin.
  ///
  /// - Throws: ``CopyFault``, and ``StoreError``.
  @discardableResult
  package func requireReady() throws -> CopiedState {
    guard try source.hasTable("schema_steps") else { throw CopyFault.noServersData }
    guard try !source.hasTable(Self.mark) else { throw StoreError.incomplete }
    try requireSteps(of: source, ofWhom: "the source")
    let state = try CopiedState(in: source)
    guard try target.hasTable(Self.mark) else {
      let isEmpty = try !target.hasTable("schema_steps") && target.tables().isEmpty
      guard isEmpty else { throw CopyFault.occupied }
      return state
    }
    let row = try target.row("SELECT store FROM \(Self.mark)")
    guard try row?.text(0) == state.store else { throw CopyFault.halfOfAnother }
    return state
  }

  /// The name of the table that marks an unfinished copy.
  package static let mark = "store_copy"

  // MARK: Beginning

  /// Refuses steps that are not exactly those of this program.
  private func requireSteps(of database: any CopySource, ofWhom: String) throws {
    let steps = Set(
      try database.rows("SELECT owner, step FROM schema_steps", []).map {
        AppliedStep(try $0.text(0), Int(try $0.integer(1)))
      })
    let known = Set(
      schemas.flatMap { schema in
        schema.steps.map { AppliedStep(schema.owner, $0.number) }
      })
    let newest = Dictionary(schemas.map { ($0.owner, $0.newest) }, uniquingKeysWith: { $1 })
    let strange = steps.subtracting(known).sorted { "\($0)" < "\($1)" }
    if let module = strange.first(where: { newest[$0.owner] == nil }) {
      throw CopyFault.unknownModule(module.owner)
    }
    if let step = strange.first {
      let place = "step \(step.number) of the tables of \(step.owner)"
      // Before the first release, steps had no digests to be compared.
      if step.number < newest[step.owner] ?? 0 { throw StoreError.unsupported(place) }
      throw CopyFault.schema("\(ofWhom) has \(place)")
    }
    if let step = known.subtracting(steps).min(by: { ($0.owner, $0.number) < ($1.owner, $1.number) }
    ) {
      throw CopyFault.schema("\(ofWhom) lacks step \(step.number) of the tables of \(step.owner)")
    }
    for schema in schemas {
      let digests = try database.rows(
        "SELECT step, digest FROM schema_steps WHERE owner = ?", [.text(schema.owner)]
      ).map { (try $0.integer(0), try $0.blob(1)) }
      try schema.requireDigests(Dictionary(digests, uniquingKeysWith: { $1 }))
    }
  }

  /// Marks the target and makes its tables.
  ///
  /// - Returns: The state of the source that the target has a part of, empty for none; the tables.
  private func begin(_ state: CopiedState) throws -> (known: String, tables: [StoredTable]) {
    if try !target.hasTable(Self.mark) {
      try target.write([
        SQLStatement(
          "CREATE TABLE \(Self.mark) (id BIGINT PRIMARY KEY, store TEXT NOT NULL, "
            + "source TEXT NOT NULL)"),
        SQLStatement(
          "INSERT INTO \(Self.mark) (id, store, source) VALUES (1, ?, '')", [.text(state.store)]),
      ])
    }
    try target.makeTables(of: schemas)
    try requireSteps(of: target, ofWhom: "the target")
    let tables = try target.tables().inOrderOfReferences()
    try requireAlike(tables)
    return (try target.row("SELECT source FROM \(Self.mark)")?.text(0) ?? "", tables)
  }

  /// Refuses tables that the source does not have in the same way.
  private func requireAlike(_ tables: [StoredTable]) throws {
    let present = Dictionary(try source.tables().map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for table in tables {
      guard let other = present[table.name] else {
        throw CopyFault.difference("the source has no table \(table.name)")
      }
      guard Set(other.columns) == Set(table.columns), other.key == table.key else {
        throw CopyFault.difference("the table \(table.name) has other columns in the target")
      }
    }
    let left = Set(present.keys).subtracting(tables.map(\.name)).sorted()
    if !left.isEmpty { report(.leaves(tables: left)) }
  }

  /// Removes all rows: those that the schema's steps put in, and those of an earlier state.
  private func empty(_ tables: [StoredTable], for state: CopiedState) throws {
    try target.write(
      tables.reversed().map { SQLStatement("DELETE FROM \($0.quoted)") }
        + [SQLStatement("UPDATE \(Self.mark) SET source = ?", [.text(state.source)])])
  }

  // MARK: Copying

  private func copy(_ table: StoredTable) throws {
    let total = try Self.count(table, in: source)
    guard !table.key.isEmpty else {
      // Without a key nobody knows where it ended: it is copied in one piece.
      let rows = try Self.rows(of: table, in: source)
      try target.write(
        [SQLStatement("DELETE FROM \(table.quoted)")] + rows.map { insertion(of: $0, into: table) })
      return report(.copied(table: table.name, rows: total, of: total))
    }
    var last = try target.row(
      """
      SELECT \(table.keyList) FROM \(table.quoted)
      ORDER BY \(table.key.map { "\"\($0)\" DESC" }.joined(separator: ", ")) LIMIT 1
      """)?.values
    var done: Int64 = 0
    if last != nil {
      done = try Self.count(table, in: target)
      report(.goesOn(table: table.name, rows: done, of: total))
    }
    while true {
      let rows = try Self.rows(of: table, in: source, after: last, atMost: rowsAtOnce)
      guard let end = rows.last else { break }
      try target.write(rows.map { insertion(of: $0, into: table) })
      last = Self.key(of: end, table)
      done += Int64(rows.count)
      report(.copied(table: table.name, rows: done, of: total))
    }
  }

  private func insertion(of row: SQLRow, into table: StoredTable) -> SQLStatement {
    SQLStatement(
      """
      INSERT INTO \(table.quoted) (\(StoredTable.list(table.columns)))
      VALUES (\(table.columns.placeholders))
      """, row.values)
  }

  private static func count(
    _ table: StoredTable, in database: any CopySource
  ) throws -> Int64 {
    try database.row("SELECT COUNT(*) FROM \(table.quoted)")?.integer(0) ?? 0
  }

  /// The rows of a table without a key, in any order.
  private static func rows(
    of table: StoredTable, in database: any CopySource
  ) throws -> [SQLRow] {
    try database.rows("SELECT \(StoredTable.list(table.columns)) FROM \(table.quoted)", [])
  }

  /// The rows of a table after a key, in the order of their keys.
  private static func rows(
    of table: StoredTable, in database: any CopySource, after key: [SQLValue]?, atMost count: Int
  ) throws -> [SQLRow] {
    let place = key.map { "WHERE (\(table.keyList)) > (\($0.placeholders))" } ?? ""
    return try database.rows(
      """
      SELECT \(StoredTable.list(table.columns)) FROM \(table.quoted) \(place)
      ORDER BY \(table.keyList) LIMIT ?
      """, (key ?? []) + [SQLValue(count)])
  }

  private static func key(of row: SQLRow, _ table: StoredTable) -> [SQLValue] {
    table.key.compactMap { table.columns.firstIndex(of: $0) }.map { row.values[$0] }
  }

  // MARK: Comparing

  private func compare(_ tables: [StoredTable]) throws -> CopyReport {
    let compared = try tables.map(compare).sorted { $0.name < $1.name }
    let heads = try AuditLanes.heads(in: source)
    for (head, other) in zip(heads, try AuditLanes.heads(in: target)) where head != other {
      throw CopyFault.difference("the audit lane \(Base64URL.encode(head.lane)) has another head")
    }
    return CopyReport(tables: compared, lanes: heads.count)
  }

  /// Holds every value of a table against the other database's.
  private func compare(_ table: StoredTable) throws -> CopyReport.Table {
    var sums = [Int64](repeating: 0, count: table.columns.count)
    var count: Int64 = 0
    func add(_ rows: [SQLRow]) {
      count += Int64(rows.count)
      for row in rows {
        for case (let index, .integer(let value)) in row.values.enumerated() {
          sums[index] &+= value
        }
      }
    }
    if table.key.isEmpty {
      let rows = try Self.rows(of: table, in: source)
      func counts(_ rows: [SQLRow]) -> [SQLRow: Int] {
        Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
      }
      guard counts(rows) == counts(try Self.rows(of: table, in: target)) else {
        throw CopyFault.difference("the rows of \(table.name) differ")
      }
      add(rows)
    } else {
      var last: [SQLValue]?
      while true {
        let rows = try Self.rows(of: table, in: source, after: last, atMost: rowsAtOnce)
        let others = try Self.rows(of: table, in: target, after: last, atMost: rowsAtOnce)
        if rows != others { throw difference(table, rows, others, after: count) }
        guard let end = rows.last else { break }
        add(rows)
        last = Self.key(of: end, table)
      }
    }
    report(.compared(table: table.name, rows: count))
    let money = zip(table.columns, sums).filter { CopyReport.moneyColumns.contains($0.0) }
    return CopyReport.Table(
      name: table.name, rows: count, sums: Dictionary(money, uniquingKeysWith: { $1 }))
  }

  /// The first row, and the first column of it, that the two do not have alike.
  private func difference(
    _ table: StoredTable, _ rows: [SQLRow], _ others: [SQLRow], after count: Int64
  ) -> CopyFault {
    let index = zip(rows, others).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let place = count + Int64(index ?? min(rows.count, others.count)) + 1
    let columns = index.map { index in
      zip(table.columns, zip(rows[index].values, others[index].values))
        .filter { $0.1.0 != $0.1.1 }.map(\.0)
    }
    guard let columns, !columns.contains(where: table.key.contains) else {
      return .difference("\(table.name), row \(place) by its key: one of the two lacks it")
    }
    return .difference(
      "\(table.name), row \(place) by its key: another value of \(columns.joined(separator: ", "))")
  }
}

/// The content of two databases that are alike.
package struct CopyReport: Sendable, Hashable {
  /// A table.
  package struct Table: Sendable, Hashable {
    /// Its name.
    package let name: String
    /// The number of its rows.
    package let rows: Int64
    /// The sums of its columns of money; beyond 64 bits they begin again below.
    package let sums: [String: Int64]
  }

  /// The tables, by name.
  package let tables: [Table]
  /// The number of audit lanes, whose heads are alike.
  package let lanes: Int
  /// The number of rows.
  package var rows: Int64 { tables.map(\.rows).reduce(0, +) }

  /// The names of columns whose sums are told.
  static let moneyColumns: Set<String> = ["amount", "balance", "total", "cents"]
}

/// The state of a source, by which an interrupted copy knows it again.
package struct CopiedState: Sendable, Hashable {
  /// The number that tells the server's store from others.
  let store: String
  /// A hash over what every server and every command changes: settings, and heads of audit lanes.
  let source: String

  init(in transaction: any ReadTransaction) throws {
    let id = try StoreSetting.storeID.read(in: transaction)
    store = id.map { "\($0)" } ?? "none"
    let settings = try transaction.rows("SELECT name, value FROM settings ORDER BY name", [])
    var text = try settings.map { "\(try $0.text(0)) \(try $0.integer(1))" }
    text += try AuditLanes.heads(in: transaction).map {
      "\(Base64URL.encode($0.lane)) \($0.sequence) \(Base64URL.encode($0.hash))"
    }
    source = Base64URL.encode(sha256(Array(text.joined(separator: "\n").utf8)))
  }
}

/// The reason why a database was not copied.
package enum CopyFault: Error, Sendable, Hashable {
  /// The source holds no server's tables.
  case noServersData
  /// The target has tables already.
  case occupied
  /// The target holds a part of another server's data.
  case halfOfAnother
  /// The source has tables of a module that this program is without.
  case unknownModule(String)
  /// The tables are another version's.
  case schema(String)
  /// The two are not alike.
  case difference(String)
}
