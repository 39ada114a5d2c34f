package import ArgumentParser
import CountersignCore
import CountersignSQLite
import Foundation
import ToolSupport
import WebAuthnModel

/// `countersign store`: looks after the database of a server.
package struct StoreCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "store", abstract: "Look after a server's database.",
      discussion: """
        Example:
          countersign store check --data ./data
        """,
      subcommands: [
        StoreMigrateCommand<Modules>.self, StoreCheckCommand<Modules>.self,
        StoreBackupCommand<Modules>.self, StoreRestoreCommand<Modules>.self,
        StoreCopyCommand<Modules>.self, StorePruneCommand<Modules>.self,
      ])
  }

  package init() {}
}

/// The database that a command works on.
struct StoreOptions<Modules: ServerAdditions>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The server's options, as JSON: they say where its state lives.", valueName: "file"))
  var config: String?
  @Option(
    help: ArgumentHelp("Where the server's state lives (default: ./data).", valueName: "dir"))
  var data: String?
  @Option(
    help: ArgumentHelp(
      "The database, as the server has it (default: SQLite under DIR).", valueName: "url"))
  var database: String?
  @Flag(help: "Print one JSON object or array on standard output, and nothing else there.")
  var json = false

  /// Prints a command's result: in lines, or as JSON where that is wanted.
  func print(_ lines: String..., json value: JSONValue) {
    Console.print(lines, value, asJSON: json)
  }

  /// The place of the server's state, from these options, the environment and the file, as for
  /// `serve`.
  func place(keyring: String? = nil, restoreMark: String? = nil) throws -> ServerPlace {
    try ServerPlace(
      of: Modules.self,
      [
        "config": config, "data": data, "database": database, "keyring": keyring,
        "restore-mark": restoreMark,
      ])
  }

  /// The database, which must be there where it is a file.
  func presentDatabase() throws -> Database { try place().presentDatabase() }

  /// Looks at the file of a backup, or without one at the database that is there, and leaves it as
  /// it is.
  func inspect<Outcome>(
    file: String? = nil, _ look: (any StoreInspection) throws -> Outcome
  ) throws -> Outcome {
    do {
      let database = try file.map(Database.file) ?? presentDatabase()
      return try look(database.inspection(.of(Modules.modules)))
    } catch let error as StoreError where error.code == .incomplete {
      throw CommandFailure.incomplete()
    } catch let error as StoreError where error.code == .corrupt {
      throw Self.damaged(error.reason)
    } catch let error as StoreError where error.code == .unsupported {
      throw CommandFailure.unsupported(error)
    } catch let error as StoreError {
      throw CommandFailure(.environment, "the database cannot be checked: \(error)")
    }
  }

  /// The file is not what SQLite wrote.
  static func damaged(_ fault: String) -> CommandFailure {
    CommandFailure(.refused, "the file is damaged: \(fault)", hint: "restore a backup")
  }
}

/// `countersign store migrate`.
struct StoreMigrateCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "migrate", abstract: "Bring the database to this version's schema.",
      discussion: """
        `serve` does the same when it starts.

        Example:
          countersign store migrate --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>

  func run() async throws {
    let applied = try await options.openDatabase(upgradesNodes: true) { database, _ in
      database.appliedSteps
    }
    let steps = applied.map(\.description)
    options.store.print(
      steps.isEmpty
        ? "the schema is up to date"
        : "applied schema steps: \(steps.joined(separator: ", "))",
      json: ["applied": .array(steps.map(JSONValue.string))])
  }
}

/// `countersign store check`.
struct StoreCheckCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: "Check \(Modules.checkedParts) and the audit log.",
      discussion: """
        Exit code 0 where all is whole, 1 with the first fault where not. The codes of audit rows \
        are checked with the server's keyring; countersign audit verify says more of them. A \
        database that was put back, by its restore mark, is not whole until a server has started \
        on it.

        Examples:
          countersign store check --data ./data
          countersign store check /var/backups/countersign.sqlite --data ./data
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(help: ArgumentHelp("A backup's file (default: the database).", valueName: "backup"))
  var backup: String?

  func run() async throws {
    if let backup, !FileManager.default.fileExists(atPath: backup) {
      throw CommandFailure(
        .environment, "no backup at \(backup)",
        hint: "countersign store backup makes one, by default under DIR/backups")
    }
    if backup == nil { _ = try options.store.presentDatabase() }
    let place = try options.place()
    let remark = place.remarkingOnKeyring()
    let (mark, audit) = try options.store.inspect(file: backup) { inspection in
      if let fault = try inspection.faults(of: nil).first {
        throw StoreOptions<Modules>.damaged(fault)
      }
      let keyring = try place.presentKeyring()
      // A backup is older than the mark.
      let mark = try backup == nil ? place.mark(of: inspection) : .kept
      return (
        mark, try inspection.read { try requireWhole(Modules.modules, by: keyring, in: $0) }
      )
    }
    try mark.requireWhole()
    options.store.print(
      "whole: \(Modules.checkedParts), and \(audit.sentence)",
      json: mark.remarked(audit.json, remark))
  }
}

/// Refuses tables of modules and an audit log that are not whole.
@discardableResult
func requireWhole(
  _ modules: [any Module], by keyring: Keyring, in transaction: any ReadTransaction
) throws -> AuditReport {
  if let fault = try verifyModules(modules, in: transaction) {
    throw CommandFailure(.refused, "the tables of \(fault)")
  }
  let audit = try verifyAudit(by: keyring, in: transaction)
  if let fault = audit.fault { throw CommandFailure(.refused, "the audit log: \(fault)") }
  return audit
}

extension AuditReport {
  /// The rows of a log that is whole, in words.
  var sentence: String {
    "\(rows) audit rows in \(lanes.count) lanes"
      + (prunedRows > 0 ? ", after \(prunedRows) that were pruned" : "")
  }

  /// The same for a script.
  var json: JSONValue {
    [
      "status": fault == nil ? "whole" : "not whole", "auditRows": .integer(Int64(rows)),
      "auditLanes": .integer(Int64(lanes.count)), "auditRowsPruned": .integer(prunedRows),
    ]
  }
}

extension ServerAdditions {
  /// The parts of a database that are checked beside the audit log.
  fileprivate static var checkedParts: String {
    (["the tables"] + checkedTables).joined(separator: ", ")
  }
}
