import WebAuthnModel
import WireModel

/// Removes old rows of the audit log that an export holds.
///
/// First the whole export is held against the database (`take`), and nothing is removed unless both
/// say the same. Then the registry says up to which row each lane may be gone, and the rows go in
/// small transactions (`prune`). The newest row of a lane stays, and so does the whole registry.
package struct AuditPruning: Sendable {
  /// The place up to which a transaction removes rows.
  private struct Step: Sendable {
    let end: AuditLaneHead
    let rows: Int
  }

  /// The lane that is being read from the export.
  private struct Reading: Sendable {
    let base: AuditLaneHead
    let newest: Int64
    var rows: [StoredAuditRow] = []
    /// The steps so far; no further one after a row that stays.
    var steps: [Step] = []
    var isOpen = true
  }

  private let cutoff: Timestamp
  private let keyring: Keyring
  private var reader: AuditExportReader
  private var reading: Reading?
  private var lanes: [(base: AuditLaneHead, steps: [Step])] = []

  /// A pruning of the rows from before a moment.
  ///
  /// - Parameters:
  ///   - cutoff: The moment.
  ///   - keyring: The keys of the rows' codes: a row that was forged is not removed.
  package init(before cutoff: Timestamp, by keyring: Keyring) {
    (self.cutoff, self.keyring) = (cutoff, keyring)
    reader = AuditExportReader(codes: keyring)
  }

  /// The number of rows that may go.
  package var rows: Int { lanes.flatMap(\.steps).map(\.rows).reduce(0, +) }
  /// The number of lanes that they are of.
  package var laneCount: Int { lanes.count }

  /// Takes lines of the export, without their ends, and holds them against the database.
  ///
  /// - Throws: ``AuditExportFault``, ``AuditPruningFault``, and ``StoreError``.
  package mutating func take(_ lines: [[UInt8]], from transaction: any ReadTransaction) throws {
    for line in lines {
      switch try reader.read(line) {
      case .base(let base): reading = try begin(base, transaction)
      case .row(let row):
        reading?.rows.append(row)
        if let count = reading?.rows.count, count >= Self.rowsAtOnce { try hold(transaction) }
      case .head:
        try hold(transaction)
        if let reading, !reading.steps.isEmpty { lanes.append((reading.base, reading.steps)) }
        reading = nil
      case .form, .closed: break
      }
    }
  }

  /// Begins with a lane: what is already pruned of it must be in the export, or end where that
  /// begins.
  private func begin(
    _ exported: AuditLaneHead, _ transaction: any ReadTransaction
  ) throws -> Reading {
    let base = try AuditLanes.base(of: exported.lane, in: transaction)
    guard exported.sequence <= base.sequence else {
      throw AuditPruningFault(
        exported, "the export begins after row \(exported.sequence), the database before it")
    }
    if exported.sequence == base.sequence, exported.hash != base.hash {
      throw AuditPruningFault(exported, "the export begins after another row")
    }
    return Reading(
      base: base, newest: try AuditLanes.head(of: exported.lane, in: transaction).sequence)
  }

  /// Holds the rows that were read against those of the database.
  private mutating func hold(_ transaction: any ReadTransaction) throws {
    guard var reading else { return }
    let exported = reading.rows.filter { $0.row.sequence > reading.base.sequence }
    if let last = reading.rows.first(where: { $0.row.sequence == reading.base.sequence }),
      last.hash != reading.base.hash
    {
      throw AuditPruningFault(last.head, "another row was pruned than the export has")
    }
    reading.rows = []
    if let first = exported.first {
      let stored = try AuditLanes.rows(
        of: first.row.lane, after: first.row.sequence - 1, atMost: exported.count, in: transaction)
      for (index, row) in exported.enumerated() {
        guard index < stored.count, stored[index] == row else {
          throw AuditPruningFault(row.head, "the database does not have the row of the export")
        }
      }
    }
    let old = exported.prefix {
      $0.row.lane != AuditRegistry.lane && $0.row.at < cutoff && $0.row.sequence < reading.newest
    }
    if reading.isOpen, let end = old.last {
      reading.steps.append(Step(end: end.head, rows: old.count))
    }
    if old.count < exported.count { reading.isOpen = false }
    self.reading = reading
  }

  /// Refuses an export that was cut off.
  ///
  /// - Throws: ``AuditExportFault``.
  package func requireWholeExport() throws { _ = try reader.end() }

  /// Removes the rows.
  ///
  /// The audit log says first what goes. What was removed when it ends early stays removed, and the
  /// next call goes on from there.
  ///
  /// - Throws: ``AuditExportFault`` for an export that was cut off, ``AuditPruningFault`` where the
  ///   database has changed since, and ``StoreError``.
  package func prune(
    in store: any Store, at now: Timestamp, pause: (Duration) async throws -> Void
  ) async throws {
    let summary = try reader.end()
    guard rows > 0 else { return }
    // What is gone cannot be told apart afterwards: gone by this pruning, or before it.
    if let fault = try await store.read({ [keyring] in try verifyAudit(by: keyring, in: $0) }).fault
    {
      throw AuditPruningFault(fault)
    }
    let event = AuditEvent(
      "audit_pruned", subjectText: "service",
      [
        "before": .string(cutoff.rfc3339), "rows": .integer(Int64(rows)),
        "lanes": .integer(Int64(laneCount)),
        "exportSHA256": .string(Base64URL.encode(summary.digest)),
      ])
    let ends = lanes.compactMap(\.steps.last?.end)
    try await store.write { [trail = AuditTrail(keyring: keyring)] transaction in
      try trail.append(event, at: now, in: transaction)
      try AuditRegistry.notePruning(upTo: ends, by: trail, at: now, in: transaction)
    }
    for (base, steps) in lanes {
      var base = base
      for step in steps {
        let start = ContinuousClock.now
        try await store.write { [base] transaction in
          try Self.remove(step, after: base, in: transaction)
        }
        base = step.end
        try await pause(.now - start)
      }
    }
  }

  private static func remove(
    _ step: Step, after base: AuditLaneHead, in transaction: any WriteTransaction
  ) throws {
    guard try AuditLanes.base(of: base.lane, in: transaction) == base else {
      throw AuditPruningFault(step.end, "somebody else prunes as well")
    }
    let end = try transaction.row(
      "SELECT hash FROM audit WHERE lane = ? AND sequence = ?",
      [.blob(base.lane), .integer(step.end.sequence)])
    let count = try transaction.execute(
      "DELETE FROM audit WHERE lane = ? AND sequence <= ?",
      [.blob(base.lane), .integer(step.end.sequence)])
    guard try end?.blob(0) == step.end.hash, count == step.rows else {
      throw AuditPruningFault(step.end, "the database has changed since it was compared")
    }
  }

  /// The most rows that a transaction removes.
  private static let rowsAtOnce = 200
}

/// The reason why nothing was pruned, or no more.
package struct AuditPruningFault: Error, Sendable, Hashable, CustomStringConvertible {
  private let lane: String
  private let sequence: Int64
  private let problem: String

  init(_ head: AuditLaneHead, _ problem: String) {
    lane = Base64URL.encode(head.lane)
    sequence = head.sequence
    self.problem = problem
  }

  init(_ fault: AuditFault) {
    (lane, sequence, problem) = (fault.lane, fault.sequence, fault.problem)
  }

  /// Lane, row and problem.
  package var description: String { "lane \(lane), row \(sequence): \(problem)" }
}
