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
      commandName: "verify", abstract: "Find the first row that was changed, moved or removed.",
      discussion: """
        Exit code 0 where the log is whole, 1 with the first row at fault where not. A lane whose \
        beginning was pruned begins after its last pruned row. An export is held against its \
        hashes without a database.

        Examples:
          countersign audit verify --data ./data
          countersign audit verify --export audit.jsonl
        """)
  }

  @OptionGroup var store: StoreOptions<Modules>
  @Option(help: ArgumentHelp("An export (default: the database).", valueName: "file"))
  var export: String?

  func run() async throws {
    if let export { return try verify(export) }
    let report = try store.inspect { try $0.read { try verifyAudit(in: $0) } }
    if let fault = report.fault { throw CommandFailure(.refused, "\(fault)") }
    store.print("whole: \(report.sentence)", json: report.json)
  }

  private func verify(_ export: String) throws {
    let lines = try ExportLines(export)
    var reader = AuditExportReader()
    do {
      while let part = try lines.next() { for line in part { try reader.take(line) } }
      let summary = try reader.end()
      store.print("whole: \(summary.sentence)", json: summary.json("whole"))
    } catch let fault as AuditExportFault {
      throw CommandFailure(.refused, "\(export): \(fault)")
    }
  }
}

/// `countersign audit export`.
struct AuditExportCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export", abstract: "Write the audit log into a file of JSON lines.",
      discussion: """
        A server may be running meanwhile: the file goes up to the rows that were there at the \
        beginning. Each row is held against the one before it. Its last line closes the file, so \
        that one that was cut off is found.

        Examples:
          countersign audit export --data ./data audit-2026.jsonl
          countersign audit verify --export audit-2026.jsonl
        """)
  }

  @OptionGroup var store: StoreOptions<Modules>
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
    let summary = try store.inspect { inspection in
      try write(inspection, at: store.presentDatabase().clock().now(), to: draft)
    }
    guard link(draft, target) == 0 else {
      throw CommandFailure(
        .environment, "\(target) cannot be written: \(String(cString: strerror(errno)))",
        hint: "name a file in a folder that can be written")
    }
    store.print(
      "exported to \(target): \(summary.sentence)", json: summary.json("exported", file: target))
  }

  private func newFile() throws -> String {
    let place = try store.place()
    _ = try place.presentDatabase()
    try DataFolder.requireOwner(of: place.folder)
    let folder = place.folder + "/exports"
    try PrivateFile.makeFolder(folder)
    return "\(folder)/audit-\(SystemClock().now().inFileName).jsonl"
  }

  private func write(
    _ inspection: any StoreInspection, at now: Timestamp, to draft: String
  ) throws -> AuditExportSummary {
    var exporter = AuditExporter(at: now)
    do {
      let handle = try FileHandle(forWritingTo: URL(filePath: draft))
      defer { try? handle.close() }
      while let piece = try inspection.read({ try exporter.next(in: $0) }) {
        try handle.write(contentsOf: Data(piece))
      }
      try handle.synchronize()
    } catch let fault as AuditFault {
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
