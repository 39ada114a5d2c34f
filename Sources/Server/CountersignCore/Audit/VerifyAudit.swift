import WebAuthnModel
import WireModel

/// A fault of the audit log: the first row at fault.
public struct AuditFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The lane, base64url.
  public let lane: String
  /// The row's sequence within the lane.
  public let sequence: Int64
  /// The problem of the row.
  public let problem: String

  init(_ lane: [UInt8], _ sequence: Int64, _ problem: String) {
    self.lane = Base64URL.encode(lane)
    self.sequence = sequence
    self.problem = problem
  }

  /// Lane, sequence and problem.
  public var description: String { "lane \(lane), row \(sequence): \(problem)" }
}

/// The findings of a walk over the audit log.
public struct AuditReport: Sendable, Hashable {
  /// The number of lanes.
  public let lanes: Int
  /// The number of rows that were read.
  public let rows: Int
  /// The number of rows that were pruned before them.
  public let prunedRows: Int64
  /// The first row at fault; nil where the log is whole.
  public let fault: AuditFault?
}

/// Walks every lane from its first row to its last and holds each row against its hash, its
/// sequence and the row before.
///
/// A lane whose beginning was pruned begins after the row that its base names. A removed, changed
/// or reordered row is found. A tail cut off a lane is found only against a checkpoint kept
/// elsewhere, which this version does not sign yet.
public func verifyAudit(in transaction: any ReadTransaction) throws -> AuditReport {
  var rows = 0
  let bases = try AuditLanes.bases(in: transaction)
  let lanes = try AuditLanes.all(in: transaction)
  var fault: AuditFault?
  for lane in lanes where fault == nil {
    var head = bases[lane] ?? AuditLaneHead(newLane: lane)
    var last = Int64.min
    while fault == nil {
      let part = try AuditLanes.rows(of: lane, after: last, atMost: 1000, in: transaction)
      guard let end = part.last else { break }
      for stored in part where fault == nil {
        rows += 1
        fault = stored.fault(after: head)
        head = stored.head
      }
      last = end.row.sequence
    }
  }
  // The newest row of a lane is never pruned.
  let empty = Set(bases.keys).subtracting(lanes).min { $0.lexicographicallyPrecedes($1) }
  if fault == nil, let empty, let base = bases[empty] {
    fault = AuditFault(empty, base.sequence + 1, "is missing, and all after it")
  }
  return AuditReport(
    lanes: lanes.count, rows: rows, prunedRows: bases.values.map(\.sequence).reduce(0, +),
    fault: fault)
}

/// The lanes of an audit log.
enum AuditLanes {
  /// The lanes that have rows, in the order of their names.
  static func all(in transaction: any ReadTransaction) throws -> [[UInt8]] {
    var lanes: [[UInt8]] = []
    // Lane by lane, so that no row between their ends is read.
    while let row = try transaction.row(
      "SELECT lane FROM audit WHERE lane > ? ORDER BY lane LIMIT 1", [.blob(lanes.last ?? [])])
    {
      lanes.append(try row.blob(0))
    }
    return lanes
  }

  /// The newest row of each lane, as a head.
  static func heads(in transaction: any ReadTransaction) throws -> [AuditLaneHead] {
    try all(in: transaction).map { try head(of: $0, in: transaction) }
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

  /// The last pruned row of each lane that was pruned.
  static func bases(in transaction: any ReadTransaction) throws -> [[UInt8]: AuditLaneHead] {
    let rows = try transaction.rows("SELECT lane, sequence, hash FROM audit_bases", [])
    return try rows.reduce(into: [:]) { bases, row in
      let lane = try row.blob(0)
      bases[lane] = AuditLaneHead(
        lane: lane, sequence: try row.integer(1), hash: try row.blob(2))
    }
  }

  /// The rows of a lane after a sequence, oldest first.
  static func rows(
    of lane: [UInt8], after sequence: Int64, atMost count: Int, in transaction: any ReadTransaction
  ) throws -> [StoredAuditRow] {
    try transaction.rows(
      "\(AuditRecord.columns) WHERE lane = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      [.blob(lane), .integer(sequence), SQLValue(count)]
    ).map(StoredAuditRow.init)
  }
}

/// A row of the audit log with the hash that it holds.
struct StoredAuditRow: Sendable, Hashable {
  let row: AuditRow
  let hash: [UInt8]

  /// Reads what `AuditRecord.columns` selects.
  init(_ stored: SQLRow) throws {
    row = AuditRow(
      lane: try stored.blob(0), sequence: try stored.integer(1),
      at: Timestamp(milliseconds: try stored.integer(2)), kind: try stored.text(3),
      subject: try stored.blob(4), details: try stored.text(5), previousHash: try stored.blob(6))
    hash = try stored.blob(7)
  }

  /// Reads a row that was exported; nil for one of another form.
  init?(_ record: AuditRecord) {
    guard let lane = Base64URL.decode(record.lane), let subject = Base64URL.decode(record.subject),
      let previousHash = Base64URL.decode(record.previousHash),
      let hash = Base64URL.decode(record.hash)
    else { return nil }
    row = AuditRow(
      lane: lane, sequence: record.sequence, at: Timestamp(milliseconds: record.milliseconds),
      kind: record.kind, subject: subject, details: record.details, previousHash: previousHash)
    self.hash = hash
    guard record.at == row.at.rfc3339 else { return nil }
  }

  /// The row as it is sent and exported.
  var record: AuditRecord {
    AuditRecord(
      lane: Base64URL.encode(row.lane), sequence: row.sequence,
      milliseconds: row.at.milliseconds, at: row.at.rfc3339, kind: row.kind,
      subject: Base64URL.encode(row.subject), details: row.details,
      previousHash: Base64URL.encode(row.previousHash), hash: Base64URL.encode(hash))
  }

  /// The lane's head, if this is its newest row.
  var head: AuditLaneHead {
    AuditLaneHead(lane: row.lane, sequence: row.sequence, hash: hash)
  }

  /// The row's fault behind a head; nil if it is whole.
  func fault(after head: AuditLaneHead) -> AuditFault? {
    if row.sequence <= head.sequence {
      return AuditFault(row.lane, row.sequence, "stands where rows were pruned")
    }
    guard row.sequence == head.sequence + 1 else {
      return AuditFault(
        row.lane, row.sequence, "follows row \(head.sequence); a row between is missing")
    }
    guard row.previousHash == head.hash else {
      return AuditFault(row.lane, row.sequence, "does not hold the hash of the row before")
    }
    guard row.hash == hash else {
      return AuditFault(
        row.lane, row.sequence, "does not have the hash it holds; it was changed")
    }
    return nil
  }
}
