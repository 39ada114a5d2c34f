import Crypto
import WebAuthnModel
import WireModel

/// An export of the audit log: lines of JSON that are held against their hashes without a database
/// and without the keyring.
///
/// The first line names the form and the time. The registry is the first lane. Each lane begins
/// with its base: the last pruned row, or sequence 0 and 32 bytes of 0. Its rows follow, as
/// `GET /service/audit/{lane}` has them, and its head is the end. The last line closes the file: it
/// counts lanes and rows and holds the SHA-256 over all lines before it.
enum AuditExportLine {
  case form(at: String)
  case base(AuditLaneHead)
  case row(StoredAuditRow)
  case head(AuditLaneHead)
  case closed(AuditExportSummary)

  static let version = "countersign/audit/v2"

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
/// Rows are only appended, and it goes up to the heads of the first snapshot. What it writes it
/// reads itself, with the keyring: a log that is not whole is not exported.
package struct AuditExporter {
  private let at: Timestamp
  private var reader: AuditExportReader
  private var ends: [AuditLaneHead]?
  /// The last row that was written of the lane; nil before its first one.
  private var head: AuditLaneHead?
  /// The content; nil until the last piece was made.
  package private(set) var summary: AuditExportSummary?

  /// An export of a moment.
  package init(at: Timestamp, by keyring: Keyring) {
    self.at = at
    reader = AuditExportReader(codes: keyring)
  }

  /// Makes the next piece of the file; nil after the last.
  ///
  /// - Throws: ``AuditExportFault`` of a log that is not whole, and ``StoreError``.
  package mutating func next(in transaction: any ReadTransaction) throws -> [UInt8]? {
    guard summary == nil else { return nil }
    guard let ends else {
      ends = try heads(in: transaction)
      return try append([.form(at: at.rfc3339)])
    }
    guard let end = ends.first else {
      let line = AuditExportLine.closed(reader.content)
      defer { summary = try? reader.end() }
      return try append([line])
    }
    let base = try head == nil ? AuditLanes.base(of: end.lane, in: transaction) : nil
    var lines = [base].compactMap(\.self).map(AuditExportLine.base)
    let part = try AuditLanes.rows(
      of: end.lane, after: head?.sequence ?? base?.sequence, atMost: 1000, in: transaction)
    lines += part.filter { $0.row.sequence <= end.sequence }.map(AuditExportLine.row)
    let last = part.last { $0.row.sequence <= end.sequence }?.head ?? head ?? base
    if part.isEmpty || last?.sequence ?? end.sequence >= end.sequence {
      lines.append(.head(end))
      head = nil
      self.ends = Array(ends.dropFirst())
    } else {
      head = last
    }
    return try append(lines)
  }

  /// The ends of all lanes, which hold all rows of the table.
  private func heads(in transaction: any ReadTransaction) throws -> [AuditLaneHead] {
    let heads = try AuditLanes.heads(in: transaction)
    if heads.first?.lane != AuditRegistry.lane, try AuditRegistry.isInUse(in: transaction) {
      throw AuditExportFault(
        line: 1, problem: "cannot be written: the registry is missing, and the store is in use")
    }
    let rows = try heads.reduce(Int64(0)) { count, head in
      try count &+ head.sequence &- AuditLanes.base(of: head.lane, in: transaction).sequence
    }
    guard try rows == AuditLanes.count(in: transaction) else {
      throw AuditExportFault(
        line: 1, problem: "cannot be written: the lanes have not as many rows as the table")
    }
    return heads
  }

  private mutating func append(_ lines: [AuditExportLine]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      let written = line.bytes
      try reader.take(Array(written.dropLast()))
      bytes += written
    }
    return bytes
  }
}

/// Reads an export line by line, and holds each against the lines before it.
package struct AuditExportReader: Sendable {
  private enum Place: Sendable {
    case beginning
    case betweenLanes
    case inRegistry
    case inLane(LaneWalk)
    case closed(AuditExportSummary)
  }

  private var place = Place.beginning
  private var hash = SHA256()
  private var registry: RegistryWalk
  private var lanes: Set<[UInt8]> = []
  private var rows: Int64 = 0
  private var line: Int64 = 0

  /// A reader at the beginning.
  ///
  /// - Parameter codes: The keys of the rows' codes; nil to look at the hashes alone.
  package init(codes: Keyring? = nil) { registry = RegistryWalk(codes: codes) }

  /// The content of the lines so far.
  fileprivate var content: AuditExportSummary {
    var finished = hash
    return AuditExportSummary(
      lanes: Int64(lanes.count), rows: rows, digest: finished.finish())
  }

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
    case (.betweenLanes, .base(let base)): try begin(base)
    case (.inRegistry, .row(let row)):
      try require(row, of: AuditRegistry.lane)
      if let found = registry.take(row) { throw fault("\(found)") }
    case (.inRegistry, .head(let end)): try finish(registry.head, end)
    case (.inLane(var walk), .row(let row)):
      try require(row, of: walk.head.lane)
      if let found = walk.take(row) { throw fault("\(found)") }
      place = .inLane(walk)
    case (.inLane(let walk), .head(let end)):
      if let found = walk.faultAtEnd { throw fault("\(found)") }
      try finish(walk.head, end)
      registry.take(walk)
    case (.betweenLanes, .closed(let summary)):
      if let absent = registry.lanes.subtracting(lanes).first {
        throw fault("closes an export without the lane \(Base64URL.encode(absent))")
      }
      if let cut = registry.faultsByOthers.first {
        throw fault("closes an export in which \(cut)")
      }
      guard summary == content else { throw fault("closes another content than that before it") }
      place = .closed(summary)
    default: throw fault("stands in a wrong place")
    }
    hash.update(data: bytes + [UInt8(ascii: "\n")])
    return read
  }

  private mutating func begin(_ base: AuditLaneHead) throws(AuditExportFault) {
    guard lanes.insert(base.lane).inserted else { throw fault("begins a lane again") }
    guard base.lane != AuditRegistry.lane else {
      guard lanes.count == 1, base == registry.head else {
        throw fault("does not begin with the first row of the registry")
      }
      place = .inRegistry
      return
    }
    do {
      place = .inLane(try registry.lane(after: base))
    } catch {
      throw fault("\(error)")
    }
  }

  private mutating func require(
    _ row: StoredAuditRow, of lane: [UInt8]
  ) throws(AuditExportFault) {
    guard row.row.lane == lane else { throw fault("is a row of another lane") }
    rows += 1
  }

  private mutating func finish(
    _ head: AuditLaneHead, _ end: AuditLaneHead
  ) throws(AuditExportFault) {
    guard head == end else {
      throw fault("ends the lane at row \(end.sequence), and the last one is \(head.sequence)")
    }
    place = .betweenLanes
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
