import ArgumentParser
import CountersignCore
import CountersignSQLite
import Foundation
import ToolSupport
import WebAuthnModel

#if PostgreSQL
  import CountersignPostgreSQL
#endif

/// `countersign store backup`.
struct StoreBackupCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup", abstract: "Copy the database into one file.",
      discussion: """
        A server may be running meanwhile. The file is a database of SQLite, also of one in \
        PostgreSQL, of which one snapshot is copied. The keyring is not in the backup: keep it \
        apart, since whoever has both has everything. A backup is made of a database that was \
        put back, too, or whose restore mark is elsewhere or none. That is said, and the backup \
        counts as put back.

        Examples:
          countersign store backup --data ./data /var/backups/countersign.sqlite
          countersign store backup --database postgres://bank@db.example.com/countersign \
        /var/backups/countersign.sqlite
        """)
  }

  @OptionGroup var options: KeyedStoreOptions<Modules>
  @Argument(
    help: ArgumentHelp(
      "The file to write (default: a new one under DIR/backups).", valueName: "file"))
  var file: String?

  func run() async throws {
    let source = try options.store.presentDatabase()
    let target = try file ?? newFile()
    let place = try options.place()
    let mark = try source.mark(at: place, .of(Modules.modules))
    do {
      try source.backUp(
        to: target, schemas: .of(Modules.modules), isPutBack: mark != .kept)
    } catch let error as StoreError where error.code == .incomplete {
      throw CommandFailure.incomplete()
    } catch let error as StoreError where error.code == .unsupported {
      throw CommandFailure.unsupported(error)
    } catch let error as StoreError {
      throw CommandFailure(
        .environment, "no backup was made: \(error)",
        hint: "name a file that is not there, in a folder with room for the whole database")
    }
    options.store.print(
      "backed up to \(target)",
      json: mark.remarked(["file": .string(target)], onMaking: "the backup"))
  }

  private func newFile() throws -> String {
    let data = try options.place().folder
    try DataFolder.requireOwner(of: data)
    let folder = data + "/backups"
    try PrivateFile.makeFolder(folder)
    return "\(folder)/countersign-\(SystemClock().now().inFileName).sqlite"
  }
}

extension Timestamp {
  /// The moment as the names of files have it.
  var inFileName: String { rfc3339.filter { $0 != ":" && $0 != "-" } }
}

extension Database {
  /// The restore mark of a database whose rows are carried away.
  ///
  /// One that cannot be looked at is copied all the same, or that says why not.
  func mark(at place: ServerPlace, _ schemas: [Schema]) throws -> CommandMark {
    let found: any StoreInspection
    do {
      found = try inspection(schemas)
    } catch is StoreError {
      return .unkept
    }
    return try place.mark(of: found, for: .copying)
  }

  /// Copies one snapshot of the database into a new file, while servers may write to it.
  ///
  /// - Throws: `StoreError`, and `CommandFailure`.
  fileprivate func backUp(to target: String, schemas: [Schema], isPutBack: Bool) throws {
    switch self {
    case .file(let file): try SQLiteBackup.copy(file, to: target, isPutBack: isPutBack)
    #if PostgreSQL
      case .postgreSQL(let address):
        guard !FileManager.default.fileExists(atPath: target) else {
          throw StoreError(code: .disk, reason: "\(target) is there already")
        }
        let draft = target + ".partial"
        defer { Self.remove(draft) }
        Self.remove(draft)
        let source = try PostgreSQLCopySource(PostgreSQLAddress(address), nodes: .serving)
        let copied = try SQLiteCopyTarget(path: draft)
        do {
          _ = try StoreCopy(
            from: source, to: copied, schemas: schemas, isPutBack: isPutBack
          ).run()
        } catch let fault as CopyFault {
          throw CommandFailure(fault)
        }
        try copied.close()
        try SQLiteBackup.publish(draft, as: target)
    #endif
    }
  }

  /// Removes a file of SQLite, with the files beside it.
  static func remove(_ file: String) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: file + ending)
    }
  }
}
