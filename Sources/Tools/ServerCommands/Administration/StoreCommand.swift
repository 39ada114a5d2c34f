import ArgumentParser
import CountersignCore
import CountersignSQLite
import Foundation

/// `countersign store`: looks after the database of a server.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Look after a server's database.",
    discussion: """
      Example:
        countersign store check --data ./data
      """,
    subcommands: [
      StoreMigrateCommand.self, StoreCheckCommand.self, StoreBackupCommand.self,
    ])
}

/// Which database a command works on.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where the server's state lives.", valueName: "dir"))
  var data = "./data"

  /// The database's file.
  var databaseFile: String { data + "/countersign.sqlite" }

  /// The database's file, where there is one.
  func presentDatabaseFile() throws -> String {
    guard FileManager.default.fileExists(atPath: databaseFile) else {
      throw CommandFailure(
        .environment, "no database at \(databaseFile)",
        hint: "give the folder of a server with --data")
    }
    return databaseFile
  }

  /// Looks at the database that is there and leaves it as it is.
  func inspect<Outcome>(_ look: (SQLiteInspection) throws -> Outcome) throws -> Outcome {
    do {
      return try look(SQLiteInspection(path: presentDatabaseFile()))
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

  /// Opens the database that is there, bringing its schema up to date.
  func open() throws -> SQLiteStore {
    let file = try presentDatabaseFile()
    do {
      return try SQLiteStore(path: file)
    } catch let error as StoreError {
      throw CommandFailure(.environment, "the database cannot be opened: \(error)")
    }
  }
}

/// `countersign store migrate`.
struct StoreMigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring the database to this version's schema.",
    discussion: """
      `serve` does the same when it starts.

      Example:
        countersign store migrate --data ./data
      """)

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let opened = try store.open()
    let applied = opened.appliedMigrations
    try await opened.close()
    Console.print(
      applied.isEmpty
        ? "the schema is up to date"
        : "applied schema version \(applied.map(String.init).joined(separator: ", "))")
  }
}

/// `countersign store check`.
struct StoreCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the file, the ledger and the audit log.",
    discussion: """
      Exit code 0 where all is whole, 1 with the first fault where not.

      Example:
        countersign store check --data ./data
      """)

  @OptionGroup var store: StoreOptions

  func run() async throws {
    let (fileFault, ledgerFault, audit) = try store.inspect { inspection in
      let fileFault = try inspection.faults().first
      return try inspection.read { transaction in
        (fileFault, try verifyLedger(in: transaction), try verifyAudit(in: transaction))
      }
    }
    if let fileFault { throw StoreOptions.damaged(fileFault) }
    if let ledgerFault { throw CommandFailure(.refused, "the ledger is not whole: \(ledgerFault)") }
    if let fault = audit.fault { throw CommandFailure(.refused, "the audit log: \(fault)") }
    Console.print(
      "whole: the file, the ledger, and \(audit.rows) audit rows in \(audit.lanes) lanes")
  }
}
