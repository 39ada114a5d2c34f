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
      ])
  }

  package init() {}
}

/// Which database a command works on.
struct StoreOptions<Modules: ServerAdditions>: ParsableArguments {
  @Option(help: ArgumentHelp("Where the server's state lives.", valueName: "dir"))
  var data = "./data"
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

  /// The database's file.
  var databaseFile: String { data + "/countersign.sqlite" }

  /// The database: the option's, or that of the environment, as for `serve`.
  func chosenDatabase() throws -> Database {
    let address = database ?? ProcessInfo.processInfo.environment["COUNTERSIGN_DATABASE"]
    return try Database(address, orFile: databaseFile)
  }

  /// The database, which must be there where it is a file.
  func presentDatabase() throws -> Database {
    let database = try chosenDatabase()
    if database.file != nil { _ = try presentDatabaseFile() }
    return database
  }

  /// The database's file, where there is one.
  func presentDatabaseFile() throws -> String {
    guard try chosenDatabase().file != nil else {
      throw CommandFailure(
        .wrongUse, "this command works on a database of SQLite",
        hint: "use PostgreSQL's own tools, as pg_dump and pg_restore")
    }
    guard FileManager.default.fileExists(atPath: databaseFile) else {
      throw CommandFailure(
        .environment, "no database at \(databaseFile)",
        hint: "give the folder of a server with --data")
    }
    return databaseFile
  }

  /// Looks at the database that is there and leaves it as it is.
  func inspect<Outcome>(_ look: (any StoreInspection) throws -> Outcome) throws -> Outcome {
    do {
      return try look(presentDatabase().inspection(.of(Modules.modules)))
    } catch let error as StoreError where error.code == .corrupt {
      throw Self.damaged(error.reason)
    } catch let error as StoreError {
      throw CommandFailure(
        .environment, "the database cannot be checked: \(error)",
        hint: "countersign store migrate brings an older schema up to date")
    }
  }

  /// The file is not what SQLite wrote.
  static func damaged(_ fault: String) -> CommandFailure {
    CommandFailure(.refused, "the file is damaged: \(fault)", hint: "restore a backup")
  }

  /// Opens the database that is there with the server's keys, bringing its schema up to date.
  func open(_ keyring: Keyring) throws -> OpenDatabase {
    try presentDatabase().open(.of(Modules.modules), StoreSeals(keyring))
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
    let applied = try await options.openDatabase { database, _ in database.appliedSteps }
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
        Exit code 0 where all is whole, 1 with the first fault where not.

        Example:
          countersign store check --data ./data
        """)
  }

  @OptionGroup var store: StoreOptions<Modules>

  func run() async throws {
    let (fault, audit) = try store.inspect { inspection in
      (
        try inspection.faults().first,
        try inspection.read { try requireWhole(Modules.modules, in: $0) }
      )
    }
    if let fault { throw StoreOptions<Modules>.damaged(fault) }
    store.print(
      "whole: \(Modules.checkedParts), and \(audit.rows) audit rows in \(audit.lanes) lanes",
      json: [
        "status": "whole", "auditRows": .integer(Int64(audit.rows)),
        "auditLanes": .integer(Int64(audit.lanes)),
      ])
  }
}

/// Refuses tables of modules and an audit log that are not whole.
@discardableResult
func requireWhole(
  _ modules: [any Module], in transaction: any ReadTransaction
) throws -> AuditReport {
  if let fault = try verifyModules(modules, in: transaction) {
    throw CommandFailure(.refused, "the tables of \(fault)")
  }
  let audit = try verifyAudit(in: transaction)
  if let fault = audit.fault { throw CommandFailure(.refused, "the audit log: \(fault)") }
  return audit
}

extension ServerAdditions {
  /// The parts of a database that are checked beside the audit log.
  fileprivate static var checkedParts: String {
    (["the file"] + checkedTables).joined(separator: ", ")
  }
}

/// `countersign store backup`.
struct StoreBackupCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup", abstract: "Copy the database into one file.",
      discussion: """
        A server may be running meanwhile. The keyring is not in the backup: keep it apart, since \
        whoever has both has everything.

        Example:
          countersign store backup --data ./data /var/backups/countersign.sqlite
        """)
  }

  @OptionGroup var store: StoreOptions<Modules>
  @Argument(
    help: ArgumentHelp(
      "The file to write (default: a new one under DIR/backups).", valueName: "file"))
  var file: String?

  func run() async throws {
    let source = try store.presentDatabaseFile()
    let target = try file ?? newFile()
    do {
      try SQLiteBackup.copy(source, to: target)
    } catch let error as StoreError {
      throw CommandFailure(
        .environment, "no backup was made: \(error)",
        hint: "name a file that is not there, in a folder with room for the whole database")
    }
    store.print("backed up to \(target)", json: ["file": .string(target)])
  }

  private func newFile() throws -> String {
    let folder = store.data + "/backups"
    try PrivateFile.makeFolder(folder)
    let time = SystemClock().now().rfc3339.filter { $0 != ":" && $0 != "-" }
    return "\(folder)/countersign-\(time).sqlite"
  }
}

/// `countersign audit`: reads the audit log.
package struct AuditCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "audit", abstract: "Hold the audit log against its hashes.",
      discussion: """
        Example:
          countersign audit verify --data ./data
        """,
      subcommands: [AuditVerifyCommand<Modules>.self])
  }

  package init() {}
}

/// `countersign audit verify`.
struct AuditVerifyCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify", abstract: "Find the first row that was changed, moved or removed.",
      discussion: """
        Exit code 0 where the log is whole, 1 with the first row at fault where not.

        Example:
          countersign audit verify --data ./data
        """)
  }

  @OptionGroup var store: StoreOptions<Modules>

  func run() async throws {
    let report = try store.inspect { try $0.read { try verifyAudit(in: $0) } }
    if let fault = report.fault { throw CommandFailure(.refused, "\(fault)") }
    store.print(
      "whole: \(report.rows) rows in \(report.lanes) lanes",
      json: [
        "status": "whole", "auditRows": .integer(Int64(report.rows)),
        "auditLanes": .integer(Int64(report.lanes)),
      ])
  }
}
