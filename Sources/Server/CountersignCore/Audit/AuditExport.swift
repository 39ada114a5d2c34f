import Crypto
import WebAuthnModel
import WireModel

/// An export of the audit log: lines of JSON that are held against their hashes without a database.
///
/// The first line names the form and the time. Each lane begins with its base: the last pruned row,
/// or sequence 0 and 32 bytes of 0. Its rows follow as `GET /service/audit/{lane}` has them, and
/// its head is the end. The last line closes the file: it counts lanes and rows and holds the
/// SHA-256 over all lines before it.
enum AuditExportLine {
  case form(at: String)
  case base(AuditLaneHead)
  case row(StoredAuditRow)
  case head(AuditLaneHead)
  case closed(AuditExportSummary)

  static let version = "countersign/audit/v1"

  /// The line with its end.
  var bytes: [UInt8] {
    let json: JSONValue =
      switch self {
      case .form(let at): ["export": .string(Self.version), "at": .string(at)]
      case .base(let head): ["lane": Self.text(head.lane), "base": Self.object(head)]
      case .row(let row): row.record.json
      case .head(let head): ["lane": Self.text(head.lane), "head": Self.object(head)]
      case .closed(let summary):
        [
          "closed": [
            "lanes": .integer(summary.lanes), "rows": .integer(summary.rows),
            "sha256": Self.text(summary.digest),
          ]
        ]
      }
    return json.serialized() + [UInt8(ascii: "\n")]
  }

  /// Reads a line without its end; nil for none of an export.
  init?(_ bytes: [UInt8]) {
    guard case .object(let object)? = try? JSONValue(parsing: bytes) else { return nil }
    if case .string(Self.version)? = object["export"], case .string(let at)? = object["at"] {
      self = .form(at: at)
    } else if let base = Self.head(object, "base") {
      self = .base(base)
    } else if let head = Self.head(object, "head") {
      self = .head(head)
    } else if case .object(let closed)? = object["closed"],
      case .integer(let lanes)? = closed["lanes"], case .integer(let rows)? = closed["rows"],
      let digest = Self.bytes(closed["sha256"])
    {
      self = .closed(AuditExportSummary(lanes: lanes, rows: rows, digest: digest))
    } else if let record = try? AuditRecord(json: .object(object)),
      let row = StoredAuditRow(record)
    {
      self = .row(row)
    } else {
      return nil
    }
  }

  private static func object(_ head: AuditLaneHead) -> JSONValue {
    ["sequence": .integer(head.sequence), "hash": text(head.hash)]
  }

  private static func head(_ object: JSONObject, _ name: String) -> AuditLaneHead? {
    guard let lane = bytes(object["lane"]), case .object(let head)? = object[name],
      case .integer(let sequence)? = head["sequence"], let hash = bytes(head["hash"])
    else { return nil }
    return AuditLaneHead(lane: lane, sequence: sequence, hash: hash)
  }

  private static func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    guard case .string(let text)? = value else { return nil }
    return Base64URL.decode(text)
  }
}

/// The content of an export, as its last line has it.
package struct AuditExportSummary: Sendable, Hashable {
  /// The number of lanes.
  package let lanes: Int64
  /// The number of rows.
  package let rows: Int64
  /// SHA-256 over all lines but the last.
  package let digest: [UInt8]
}

/// Writes an export piece by piece, each from a snapshot of its own.
///
/// Rows are only appended, and it goes up to the heads of the first snapshot.
package struct AuditExporter {
  private struct Lane {
    var head: AuditLaneHead
    let end: AuditLaneHead
    var isBegun = false
  }

  private let at: Timestamp
  private var lanes: [Lane]?
  private var hash = SHA256()
  private var laneCount: Int64 = 0
  private var rows: Int64 = 0
  /// The content; nil until the last piece was made.
  package private(set) var summary: AuditExportSummary?

  /// An export of a moment.
  package init(at: Timestamp) { self.at = at }

  /// Makes the next piece of the file; nil after the last.
  ///
  /// - Throws: ``AuditFault`` of a row that is not whole, and ``StoreError``.
  package mutating func next(in transaction: any ReadTransaction) throws -> [UInt8]? {
    guard summary == nil else { return nil }
    guard var lanes else {
      let bases = try AuditLanes.bases(in: transaction)
      self.lanes = try AuditLanes.heads(in: transaction).map { end in
        Lane(head: bases[end.lane] ?? AuditLaneHead(newLane: end.lane), end: end)
      }
      return append([.form(at: at.rfc3339)])
    }
    guard var lane = lanes.first else {
      var finished = hash
      let summary = AuditExportSummary(
        lanes: laneCount, rows: rows, digest: finished.finish())
      self.summary = summary
      return AuditExportLine.closed(summary).bytes
    }
    var lines: [AuditExportLine] = lane.isBegun ? [] : [.base(lane.head)]
    let part = try AuditLanes.rows(
      of: lane.end.lane, after: lane.head.sequence, atMost: 1000, in: transaction)
    for row in part where row.row.sequence <= lane.end.sequence {
      if let fault = row.fault(after: lane.head) { throw fault }
      lines.append(.row(row))
      lane.head = row.head
    }
    rows += Int64(lines.count - (lane.isBegun ? 0 : 1))
    lane.isBegun = true
    if lane.head.sequence >= lane.end.sequence {
      lines.append(.head(lane.head))
      laneCount += 1
      lanes.removeFirst()
    } else if part.isEmpty {
      throw AuditFault(lane.end.lane, lane.head.sequence + 1, "is missing, and all after it")
    } else {
      lanes[0] = lane
    }
    self.lanes = lanes
    return append(lines)
  }

  private mutating func append(_ lines: [AuditExportLine]) -> [UInt8] {
    let bytes = lines.flatMap(\.bytes)
    hash.update(data: bytes)
    return bytes
  }
}

/// Reads an export line by line, and holds each against the lines before it.
package struct AuditExportReader: Sendable {
  private enum Place: Sendable {
    case beginning
    case betweenLanes
    case inLane(AuditLaneHead)
    case closed(AuditExportSummary)
  }

  private var place = Place.beginning
  private var hash = SHA256()
  private var lanes: Set<[UInt8]> = []
  private var rows: Int64 = 0
  private var line: Int64 = 0

  /// A reader at the beginning.
  package init() {}

  /// Takes the next line, without its end.
  ///
  /// - Throws: ``AuditExportFault``.
  package mutating func take(_ bytes: [UInt8]) throws(AuditExportFault) {
    _ = try read(bytes)
  }

  /// Takes the next line, and gives what it says.
  mutating func read(_ bytes: [UInt8]) throws(AuditExportFault) -> AuditExportLine {
    line += 1
    guard let read = AuditExportLine(bytes) else { throw fault("is no line of an export") }
    switch (place, read) {
    case (.beginning, .form): place = .betweenLanes
    case (.beginning, _): throw fault("does not name the form \(AuditExportLine.version)")
    case (.betweenLanes, .base(let base)):
      guard lanes.insert(base.lane).inserted else { throw fault("begins a lane again") }
      place = .inLane(base)
    case (.inLane(let head), .row(let row)):
      guard row.row.lane == head.lane else { throw fault("is a row of another lane") }
      if let found = row.fault(after: head) { throw fault("\(found)") }
      rows += 1
      place = .inLane(row.head)
    case (.inLane(let head), .head(let end)):
      guard head == end else {
        throw fault("ends the lane at row \(end.sequence), and the last one is \(head.sequence)")
      }
      place = .betweenLanes
    case (.betweenLanes, .closed(let summary)):
      var finished = hash
      let found = AuditExportSummary(
        lanes: Int64(lanes.count), rows: rows, digest: finished.finish())
      guard summary == found else { throw fault("closes another content than that before it") }
      place = .closed(summary)
    default: throw fault("stands in a wrong place")
    }
    hash.update(data: bytes + [UInt8(ascii: "\n")])
    return read
  }

  /// The content of the file that ends here.
  ///
  /// - Throws: ``AuditExportFault`` if it was not closed.
  package func end() throws(AuditExportFault) -> AuditExportSummary {
    guard case .closed(let summary) = place else {
      throw AuditExportFault(line: line + 1, problem: "is missing: the file was cut off")
    }
    return summary
  }

  private func fault(_ problem: String) -> AuditExportFault {
    AuditExportFault(line: line, problem: problem)
  }
}

/// The first fault of an export.
package struct AuditExportFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1.
  package let line: Int64
  /// The line's problem.
  package let problem: String

  /// Line and problem.
  package var description: String { "line \(line) \(problem)" }
}

extension SHA256 {
  /// The hash over what was taken, as bytes.
  fileprivate mutating func finish() -> [UInt8] { finalize().withUnsafeBytes(Array.init) }
}
