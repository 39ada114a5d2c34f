import WebAuthnModel
import WireModel

/// A fault of the audit log: the first row at fault.
public struct AuditFault: Sendable, Hashable, CustomStringConvertible {
  /// The lane, base64url.
  public let lane: String
  /// The row's sequence within the lane.
  public let sequence: Int64
  /// The problem of the row.
  public let problem: String

  /// Lane, sequence and problem.
  public var description: String { "lane \(lane), row \(sequence): \(problem)" }
}

/// The findings of a walk over the audit log.
public struct AuditReport: Sendable, Hashable {
  /// The number of lanes.
  public let lanes: Int
  /// The number of rows that were read.
  public let rows: Int
  /// The first row at fault; nil where the log is whole.
  public let fault: AuditFault?
}

/// Walks every lane from its first row to its last and holds each row against its hash, its
/// sequence and the row before.
///
/// A removed, changed or reordered row is found. A tail cut off a lane is found only against a
/// checkpoint kept elsewhere, which this version does not sign yet.
public func verifyAudit(in transaction: any ReadTransaction) throws -> AuditReport {
  var lanes = 0
  var rows = 0
  var head: AuditLaneHead?
  let answer = try transaction.rows(
    "\(AuditRecord.columns) ORDER BY lane, sequence", [])
  for stored in answer {
    let row = AuditRow(
      lane: try stored.blob(0), sequence: try stored.integer(1),
      at: Timestamp(milliseconds: try stored.integer(2)), kind: try stored.text(3),
      subject: try stored.blob(4), details: try stored.text(5), previousHash: try stored.blob(6))
    if head?.lane != row.lane {
      head = AuditLaneHead(newLane: row.lane)
      lanes += 1
    }
    rows += 1
    if let problem = try head.flatMap({ try fault(of: row, hash: stored.blob(7), after: $0) }) {
      let fault = AuditFault(
        lane: Base64URL.encode(row.lane), sequence: row.sequence, problem: problem)
      return AuditReport(lanes: lanes, rows: rows, fault: fault)
    }
    head = AuditLaneHead(lane: row.lane, sequence: row.sequence, hash: row.hash)
  }
  return AuditReport(lanes: lanes, rows: rows, fault: nil)
}

private func fault(
  of row: AuditRow, hash: [UInt8], after head: AuditLaneHead
) throws -> String? {
  guard row.sequence == head.sequence + 1 else {
    return "follows row \(head.sequence); a row between is missing"
  }
  guard row.previousHash == head.hash else { return "does not hold the hash of the row before" }
  return row.hash == hash ? nil : "does not have the hash it holds; it was changed"
}
