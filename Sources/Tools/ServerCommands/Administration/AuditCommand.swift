package import ArgumentParser
import CountersignCore
import Foundation
import ToolSupport
import WebAuthnModel

/// `countersign audit`: reads the audit log.
package struct AuditCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "audit", abstract: "Hold the audit log against its hashes, and export it.",
      discussion: """
        Example:
          countersign audit verify --data ./data
        """,
      subcommands: [AuditVerifyCommand<Modules>.self, AuditExportCommand<Modules>.self])
  }

  package init() {}
}

/// `countersign audit verify`.
struct AuditVerifyCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify", abstract: "Find rows and lanes that were changed, moved or removed.",
      discussion: """
        Says of each lane what it found. Exit code 0 where the log is whole, 1 where not. The \
        codes of the rows are checked with the server's keyring. A lane whose beginning was pruned \
        begins after the row that the registry names. The newest rows that were cut off with all \
        rows that name them, and a database that was put back as a whole, are found by the restore \
        mark until a server has started on it. After that only who kept an export or the newest \
        rows elsewhere finds them.

        With --checkpoint they are found too: an export from before, kept where nobody who writes \
        to the database can. The database must have all its rows, but those pruned since.

        An export is held against its hashes without a database and without a keyring; with \
        --keyring its codes are checked too.

        Examples:
          countersign audit verify --data ./data
          countersign audit verify --data ./data --checkpoint audit-2026.jsonl
          countersign audit verify --export audit.jsonl
          countersign audit verify --export audit.jsonl --keyring ./data-keys/keyring
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Option(help: ArgumentHelp("An export (default: the database).", valueName: "file"))
  var export: String?
  @Option(
    help: ArgumentHelp("An export that was kept, for the database.", valueName: "file"))
  var checkpoint: String?

  func run() async throws {
    if let export {
      guard checkpoint == nil else {
        throw CommandFailure(.wrongUse, "--checkpoint is for a database, and --export names none")
      }
      return try verify(export)
    }
    _ = try options.store.presentDatabase()
    let place = try options.place()
    let remark = place.remarkingOnKeyring()
    let (mark, report, lack) = try options.store.inspect { inspection in
      try inspection.requireSoundAudit()
      let keyring = try place.presentKeyring()
      return (
        try place.mark(of: inspection),
        try inspection.read { try verifyAudit(by: keyring, in: $0) },
        try checkpoint.flatMap { try self.lack(of: $0, by: keyring, in: inspection) }
      )
    }
    let isWhole = report.fault == nil && lack == nil && mark.isOfWhole
    let word = isWhole ? "whole" : "not whole"
    var json = report.json
    if case .object(var object) = json {
      object["lanes"] = .array(report.lanes.map(\.json))
      object["status"] = .string(word)
      json = .object(object)
    }
    Console.print(
      report.lanes.map(\.line) + ["\(word): \(report.sentence)"], mark.remarked(json, remark),
      asJSON: options.store.json)
    if let fault = report.fault { throw CommandFailure(.refused, "\(fault)") }
    if let lack { throw CommandFailure(.refused, "\(checkpoint ?? ""): \(lack)") }
    try mark.requireWhole()
  }

  /// The first row of a kept export that a database lacks; nil if it has all of them.
  private func lack(
    of checkpoint: String, by keyring: Keyring, in inspection: any StoreInspection
  ) throws -> String? {
    let lines = try ExportLines(checkpoint)
    // Nothing goes: the comparison alone is wanted.
    var comparison = AuditPruning(before: Timestamp(milliseconds: .min), by: keyring)
    do {
      while let part = try lines.next() {
        try inspection.read { try comparison.take(part, from: $0) }
      }
      try comparison.requireWholeExport()
      return nil
    } catch let fault as AuditPruningFault {
      return "\(fault)"
    } catch let fault as AuditExportFault {
      return "\(fault)"
    }
  }

  private func verify(_ export: String) throws {
    let lines = try ExportLines(export)
    let keyring = try options.keyring == nil ? nil : options.place().presentKeyring()
    var reader = AuditExportReader(codes: keyring)
    do {
      while let part = try lines.next() { for line in part { try reader.take(line) } }
      let summary = try reader.end()
      options.store.print("whole: \(summary.sentence)", json: summary.json("whole"))
    } catch let fault as AuditExportFault {
      throw CommandFailure(.refused, "\(export): \(fault)")
    }
  }
}

extension AuditLaneReport {
  /// The findings in words.
  fileprivate var line: String {
    let pruned = prunedRows > 0 ? ", after \(prunedRows) that were pruned" : ""
    return "lane \(lane)  \(rows) rows\(pruned)  "
      + (fault.map { "row \($0.sequence): \($0.problem)" } ?? "whole")
  }

  /// The same for a script.
  fileprivate var json: JSONValue {
    [
      "lane": .string(lane), "rows": .integer(Int64(rows)), "rowsPruned": .integer(prunedRows),
      "fault": fault.map { .string("\($0)") } ?? .null,
    ]
  }
}

/// `countersign audit export`.
struct AuditExportCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export", abstract: "Write the audit log into a file of JSON lines.",
      discussion: """
        A server may be running meanwhile: the file goes up to the rows that were there at the \
        beginning. Each row is held against the one before it, and its code against the server's \
        keyring. Its last line closes the file, so that one that was cut off is found. Whoever has \
        the file verifies it without the keyring.

        Examples:
          countersign audit export --data ./data audit-2026.jsonl
          countersign audit verify --export audit-2026.jsonl
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(
    help: ArgumentHelp(
      "The file to write (default: a new one under DIR/exports).", valueName: "file"))
  var file: String?

  func run() async throws {
    let target = try file ?? newFile()
    guard !FileManager.default.fileExists(atPath: target) else {
      throw CommandFailure(
        .environment, "\(target) is there already", hint: "name a file that is not there")
    }
    let draft = target + ".partial"
    try? FileManager.default.removeItem(atPath: draft)
    try PrivateFile.create(draft, [])
    defer { try? FileManager.default.removeItem(atPath: draft) }
    let place = try options.place()
    let remark = place.remarkingOnKeyring()
    let (mark, summary) = try options.store.inspect { inspection in
      try inspection.requireSoundAudit()
      let keyring = try place.presentKeyring()
      let now = try options.store.presentDatabase().clock().now()
      return (
        try place.mark(of: inspection),
        try write(inspection, AuditExporter(at: now, by: keyring), to: draft)
      )
    }
    guard link(draft, target) == 0 else {
      throw CommandFailure(
        .environment, "\(target) cannot be written: \(String(cString: strerror(errno)))",
        hint: "name a file in a folder that can be written")
    }
    options.store.print(
      "exported to \(target): \(summary.sentence)",
      json: mark.remarked(summary.json("exported", file: target), remark))
  }

  private func newFile() throws -> String {
    let place = try options.place()
    _ = try place.presentDatabase()
    try DataFolder.requireOwner(of: place.folder)
    let folder = place.folder + "/exports"
    try PrivateFile.makeFolder(folder)
    return "\(folder)/audit-\(SystemClock().now().inFileName).jsonl"
  }

  private func write(
    _ inspection: any StoreInspection, _ exporter: AuditExporter, to draft: String
  ) throws -> AuditExportSummary {
    var exporter = exporter
    do {
      let handle = try FileHandle(forWritingTo: URL(filePath: draft))
      defer { try? handle.close() }
      while let piece = try inspection.read({ try exporter.next(in: $0) }) {
        try handle.write(contentsOf: Data(piece))
      }
      try handle.synchronize()
    } catch let fault as AuditExportFault {
      throw CommandFailure(.refused, "the audit log: \(fault)")
    } catch let error as StoreError {
      throw error
    } catch {
      throw CommandFailure(
        .environment, "\(draft) cannot be written: \(error)", hint: "is the disk full?")
    }
    guard let summary = exporter.summary else { throw StoreError.closed }
    return summary
  }
}

/// The lines of an export, in parts that memory holds.
final class ExportLines {
  private let handle: FileHandle
  private var rest: [UInt8] = []
  private var isOver = false

  /// Opens the file.
  init(_ path: String) throws {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(
        .environment, "no export at \(path)", hint: "countersign audit export makes one")
    }
    self.handle = handle
  }

  /// The next lines, without their ends; nil after the last.
  func next() throws -> [[UInt8]]? {
    while !isOver {
      let part: Data?
      do {
        part = try handle.read(upToCount: 1 << 18)
      } catch {
        throw CommandFailure(.environment, "the export cannot be read: \(error)")
      }
      guard let part, !part.isEmpty else {
        isOver = true
        // A line without an end was cut off, and is no line of an export.
        return rest.isEmpty ? nil : [rest]
      }
      rest += part
      var lines: [[UInt8]] = []
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(Array(rest[start..<end]))
        start = end + 1
      }
      rest.removeFirst(start)
      guard rest.count < 1 << 24 else {
        throw CommandFailure(.refused, "the export has a line without an end")
      }
      if !lines.isEmpty { return lines }
    }
    return nil
  }
}

extension AuditExportSummary {
  /// The content of an export, in words.
  var sentence: String { "\(rows) audit rows in \(lanes) lanes" }

  /// The same for a script.
  func json(_ status: String, file: String? = nil) -> JSONValue {
    var object: JSONObject = ["status": .string(status)]
    object["file"] = file.map { .string($0) }
    object["auditRows"] = .integer(rows)
    object["auditLanes"] = .integer(lanes)
    object["sha256"] = .string(Base64URL.encode(digest))
    return .object(object)
  }
}
