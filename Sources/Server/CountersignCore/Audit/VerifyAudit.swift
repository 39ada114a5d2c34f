import WebAuthnModel
import WireModel

/// The findings of a walk over a lane.
public struct AuditLaneReport: Sendable, Hashable {
  /// The lane, base64url.
  public let lane: String
  /// The number of rows that were read.
  public let rows: Int
  /// The number of rows that were pruned before them.
  public let prunedRows: Int64
  /// The first fault; nil where the lane is whole.
  public internal(set) var fault: AuditFault?
}

/// The findings of a walk over the audit log.
public struct AuditReport: Sendable, Hashable {
  /// The findings of each lane, the registry first.
  public let lanes: [AuditLaneReport]
  /// The number of rows that were read.
  public var rows: Int { lanes.reduce(0) { $0 + $1.rows } }
  /// The number of rows that were pruned before them.
  public var prunedRows: Int64 { lanes.reduce(0) { $0 &+ $1.prunedRows } }
  /// The first fault; nil where the log is whole.
  public var fault: AuditFault? { lanes.lazy.compactMap(\.fault).first }
}

/// Walks every lane from its first row to its last, and holds it against the registry.
///
/// Each row is held against its hash, its code, its sequence and the row before. A row that was
/// changed, removed, moved or added by somebody without the keyring is found. So is a lane that was
/// removed, and an end of one that another row names. An end can be cut off together with all rows
/// naming it. Only a checkpoint kept elsewhere shows that, and the restore mark. The same holds for
/// a database that was put back as a whole. A number of the store that leads to no mark is found.
///
/// - Parameters:
///   - keyring: The keys of the rows' codes.
///   - transaction: The transaction.
/// - Returns: The findings.
/// - Throws: ``StoreError``.
public func verifyAudit(
  by keyring: Keyring, in transaction: any ReadTransaction
) throws -> AuditReport {
  var registry = RegistryWalk(codes: keyring)
  let ofRegistry = try AuditLanes.walk(AuditRegistry.lane, in: transaction) { registry.take($0) }
  var (fault, stored) = (ofRegistry.fault, try AuditLanes.heads(in: transaction).map(\.lane))
  if ofRegistry.rows == 0, try AuditRegistry.isInUse(in: transaction) {
    fault = AuditFault(AuditRegistry.lane, 1, "is missing, and the store is in use")
  }
  if fault == nil, let store = registry.store,
    let number = try StoreSetting.storeID.read(in: transaction), number != store
  {
    fault = AuditFault(
      AuditRegistry.lane, 1,
      "begins the log of another store than the number says that stands in the settings, by which "
        + "the restore mark is found")
  }
  stored.removeAll { $0 == AuditRegistry.lane }
  var reports = [
    AuditLaneReport(
      lane: Base64URL.encode(AuditRegistry.lane), rows: ofRegistry.rows, prunedRows: 0,
      fault: fault)
  ]
  let names = Set(stored).union(registry.lanes).sorted { $0.lexicographicallyPrecedes($1) }
  for lane in names {
    // Behind its fault nothing of the registry is believed.
    reports.append(try report(on: lane, &registry, in: transaction))
  }
  for fault in registry.faultsByOthers {
    if let index = reports.firstIndex(where: { $0.lane == fault.lane }) {
      reports[index].fault = reports[index].fault ?? fault
    } else {
      reports.append(AuditLaneReport(lane: fault.lane, rows: 0, prunedRows: 0, fault: fault))
    }
  }
  let report = AuditReport(lanes: reports)
  let strays = try AuditLanes.count(in: transaction) - Int64(report.rows)
  guard report.fault == nil, strays != 0 else { return report }
  // A text or nothing in the place of a lane's name: readers of lanes do not come by such rows.
  reports[0].fault = AuditFault(
    AuditRegistry.lane, 1, "names all lanes, and \(strays) rows of the table are in none")
  return AuditReport(lanes: reports)
}

private func report(
  on lane: [UInt8], _ registry: inout RegistryWalk, in transaction: any ReadTransaction
) throws -> AuditLaneReport {
  let base = try AuditLanes.base(of: lane, in: transaction)
  var (rows, found): (Int, AuditFault?) = (0, nil)
  do {
    var walk = try registry.lane(after: base)
    (rows, found) = try AuditLanes.walk(lane, in: transaction) { walk.take($0) }
    found = found ?? walk.faultAtEnd
    if found == nil { registry.take(walk) }
  } catch let fault as AuditFault {
    found = fault
  }
  return AuditLaneReport(
    lane: Base64URL.encode(lane), rows: rows, prunedRows: max(base.sequence, 0), fault: found)
}

/// The lanes of an audit log.
enum AuditLanes {
  /// The number of rows in the table, of whatever lane.
  static func count(in transaction: any ReadTransaction) throws -> Int64 {
    try transaction.row("SELECT count(*) FROM audit")?.integer(0) ?? 0
  }

  /// The newest row of each lane that has rows, in the order of the lanes' names: the registry
  /// first.
  static func heads(in transaction: any ReadTransaction) throws -> [AuditLaneHead] {
    // From lane to lane, so that no row between their ends is read.
    try transaction.rows(
      """
      WITH RECURSIVE lanes(lane) AS (
        SELECT (SELECT a.lane FROM audit AS a WHERE a.lane > ? ORDER BY a.lane LIMIT 1)
        UNION ALL
        SELECT (SELECT a.lane FROM audit AS a WHERE a.lane > lanes.lane ORDER BY a.lane LIMIT 1)
        FROM lanes WHERE lanes.lane IS NOT NULL
      )
      SELECT newest.lane, newest.sequence, newest.hash FROM lanes CROSS JOIN audit AS newest
      WHERE newest.lane = lanes.lane AND newest.sequence =
        (SELECT max(a.sequence) FROM audit AS a WHERE a.lane = lanes.lane)
      ORDER BY newest.lane
      """, [.blob([])]
    ).map {
      AuditLaneHead(lane: try $0.blob(0), sequence: try $0.integer(1), hash: try $0.blob(2))
    }
  }

  /// The newest row of a lane, as a head.
  static func head(
    of lane: [UInt8], in transaction: any ReadTransaction
  ) throws -> AuditLaneHead {
    let row = try transaction.row(
      "SELECT sequence, hash FROM audit WHERE lane = ? ORDER BY sequence DESC LIMIT 1",
      [.blob(lane)])
    guard let row else { return AuditLaneHead(newLane: lane) }
    return AuditLaneHead(lane: lane, sequence: try row.integer(0), hash: try row.blob(1))
  }

  /// The last row that is gone from a lane's beginning, as the first one that is left says.
  static func base(
    of lane: [UInt8], in transaction: any ReadTransaction
  ) throws -> AuditLaneHead {
    try rows(of: lane, after: nil, atMost: 1, in: transaction).first?.base
      ?? AuditLaneHead(newLane: lane)
  }

  /// The rows of a lane after a sequence, or all of them, oldest first.
  static func rows(
    of lane: [UInt8], after sequence: Int64?, atMost count: Int,
    in transaction: any ReadTransaction
  ) throws -> [StoredAuditRow] {
    try transaction.rows(
      """
      \(AuditRecord.columns) WHERE lane = ? \(sequence == nil ? "" : "AND sequence > ?")
      ORDER BY sequence LIMIT ?
      """, [.blob(lane)] + [sequence].compactMap(\.self).map(SQLValue.integer) + [SQLValue(count)]
    ).map(StoredAuditRow.init)
  }

  /// Goes through a lane's rows until one has a fault.
  static func walk(
    _ lane: [UInt8], in transaction: any ReadTransaction,
    _ take: (StoredAuditRow) -> AuditFault?
  ) throws -> (rows: Int, fault: AuditFault?) {
    var (count, last): (Int, Int64?) = (0, nil)
    while true {
      let part = try rows(of: lane, after: last, atMost: 1000, in: transaction)
      guard let end = part.last else { return (count, nil) }
      for row in part {
        count += 1
        if let fault = take(row) { return (count, fault) }
      }
      last = end.row.sequence
    }
  }
}
