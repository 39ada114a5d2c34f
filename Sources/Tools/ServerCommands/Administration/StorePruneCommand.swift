import ArgumentParser
import CountersignCore
import ToolSupport
import WebAuthnModel

/// `countersign store prune`.
struct StorePruneCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "prune", abstract: "Remove old audit rows that an export holds.",
      discussion: """
        A server may be running meanwhile. First each row of the export is held against the \
        database; unless both say the same, nothing is removed. Keep the export: it is all there \
        is of these rows then. The newest row of a lane stays. The registry names the last \
        row that went, and what is left is verified as before.

        Example:
          countersign audit export --data ./data audit-2026.jsonl
          countersign store prune --data ./data --export audit-2026.jsonl --older-than 365
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Option(help: ArgumentHelp("The export with the rows that go.", valueName: "file"))
  var export: String
  @Option(
    help: ArgumentHelp("The least age of a row that goes, in days.", valueName: "days"))
  var olderThan: Int64

  func run() async throws {
    guard (0...36_500).contains(olderThan) else {
      throw CommandFailure(.wrongUse, "--older-than is not between 0 and 36500 days")
    }
    let (pruning, cutoff) = try await options.openDatabase { database, keyring in
      let now = database.clock.now()
      let cutoff = now.adding(seconds: -olderThan * 86_400)
      try options.store.inspect { try $0.requireSoundAudit() }
      do {
        let pruning = try await compared(
          AuditPruning(before: cutoff, by: keyring), database.store)
        try await pruning.prune(in: database.store, at: now) { duration in
          // A server that writes to the same file has the greater part of the time.
          try await Task.sleep(for: max(duration * 4, .milliseconds(5)))
        }
        return (pruning, cutoff)
      } catch let fault as AuditExportFault {
        throw CommandFailure(.refused, "\(export): \(fault)")
      } catch let fault as AuditPruningFault {
        throw CommandFailure(
          .refused, "\(fault)", hint: "make a new export: countersign audit export")
      }
    }
    options.store.print(
      "pruned \(pruning.rows) audit rows of \(pruning.laneCount) lanes, from before "
        + ShownTime.text(cutoff.rfc3339),
      json: [
        "status": "pruned", "before": .string(cutoff.rfc3339),
        "auditRowsPruned": .integer(Int64(pruning.rows)),
        "auditLanes": .integer(Int64(pruning.laneCount)),
      ])
  }

  /// The pruning, after the whole export was held against the store.
  private func compared(
    _ pruning: AuditPruning, _ store: any Store
  ) async throws -> AuditPruning {
    let lines = try ExportLines(export)
    var pruning = pruning
    while let part = try lines.next() {
      pruning = try await store.read { [pruning] transaction in
        var taken = pruning
        try taken.take(part, from: transaction)
        return taken
      }
    }
    try pruning.requireWholeExport()
    return pruning
  }
}
