import ArgumentParser
import CountersignCore
import CountersignSQLite
import Foundation
import ToolSupport
import WebAuthnModel

#if PostgreSQL
  import CountersignPostgreSQL
#endif

/// `countersign store copy`.
struct StoreCopyCommand<Modules: ServerAdditions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "copy", abstract: "Move a server's rows into another database.",
      discussion: """
        Between SQLite and PostgreSQL in both directions, with no server running on either. The \
        target is empty, or has a part of the same copy: one that was interrupted goes on where it \
        was. At the end all values of both are compared; until then no server starts on the target.

        A place is the address of a database, or the folder of a server; a source can also be a \
        backup's file. The keyring stays where it is: give the new server the same, and the same \
        restore mark. A copy is made of a source that was put back, too, or whose restore mark is \
        elsewhere or none, and of a file. That is said, and the copy counts as put back.

        Exit code 0 where both are alike, 1 with the first difference where not.

        Examples:
          countersign store copy --from ./data --to postgres://bank@db.example.com/countersign
          countersign store copy --from postgres://bank@db.example.com/countersign --to ./data
        """)
  }

  @Option(
    help: ArgumentHelp("The address, folder or backup that is copied.", valueName: "url|dir|file"))
  var from: String
  @Option(help: ArgumentHelp("The address or folder of the empty database.", valueName: "url|dir"))
  var to: String
  @Option(
    help: ArgumentHelp(
      "The folder of the source's restore mark, or none (default: where `serve` has it).",
      valueName: "dir|none"))
  var restoreMark: String?
  @Flag(help: "Print one JSON object on standard output, and nothing else there.")
  var json = false
  // For a test, which ends it between two transactions.
  @Option(help: .hidden)
  var rowsAtOnce = 1000

  func run() async throws {
    guard rowsAtOnce > 0 else { throw CommandFailure(.wrongUse, "--rows-at-once is not above 0") }
    let (source, target) = (try CopyPlace(source: from), try CopyPlace(target: to))
    guard source.database != target.database else {
      throw CommandFailure(
        .wrongUse, "--from and --to name the same database", hint: "name an empty one with --to")
    }
    // Held until the end: no server starts on either folder.
    let locks = (try source.lock(), try target.lock())
    defer { withExtendedLifetime(locks) {} }
    let place = try source.place(of: Modules.self, restoreMark: restoreMark)
    // A file alone may lie under the log of another one.
    let mark =
      try place.map { try source.database.mark(at: $0, .of(Modules.modules)) }
      ?? (source.database.file == nil ? .kept : .unkept)
    let progress = ProgressLines()
    do {
      let copied = try target.database.copyTarget()
      let report = try StoreCopy(
        from: try source.database.unusedSource(), to: copied, schemas: .of(Modules.modules),
        rowsAtOnce: rowsAtOnce, isPutBack: mark != .kept, report: progress.note
      ).run()
      try copied.close()
      let answer = mark.remarked(report.json, onMaking: "the copy")
      Console.print(report.lines + source.nextSteps, answer, asJSON: json)
    } catch let fault as CopyFault {
      throw CommandFailure(fault)
    } catch let error as StoreError where error.code == .incomplete {
      throw CommandFailure(
        .refused, "the source holds a part of another copy", hint: "let that copy end first")
    } catch let error as StoreError where error.code == .unsupported {
      throw CommandFailure.unsupported(error)
    } catch let error as StoreError {
      throw CommandFailure(
        .environment, "the copy has not ended: \(error.reason)",
        hint: "run the same command again: it goes on where it was")
    }
  }
}

/// A place that `store copy` names.
private struct CopyPlace {
  let database: Database
  /// The folder of a server; nil where the place is none.
  private let folder: String?

  /// The source: what it names must be there.
  init(source text: String) throws {
    self.init(database: try Database(place: text))
    let file = database.file
    guard file.map(FileManager.default.fileExists) ?? true else {
      throw CommandFailure(
        .environment, "no database at \(file ?? text)",
        hint: "name the folder of a server, a backup, or the address of a database")
    }
  }

  /// The target, whose folder is made where it is missing.
  init(target text: String) throws {
    self.init(database: try Database(place: text))
    if Self.isFile(text) {
      throw CommandFailure(.wrongUse, "\(text) is a file", hint: "name a folder with --to")
    }
    if let folder { try PrivateFile.makeFolder(folder) }
  }

  private init(database: Database) {
    self.database = database
    let file = database.file.flatMap { $0.hasSuffix(Self.name) ? $0 : nil }
    folder = file.map { String($0.dropLast(Self.name.count)) }
  }

  /// The steps after a move away from a server's file, in words.
  var nextSteps: [String] {
    guard let file = database.file, folder != nil else { return [] }
    return [
      "take \(file) out of its folder: a command that is not told of the new database would "
        + "work on it"
    ]
  }

  /// The place of the restore mark; nil for a backup's file, and for an address alone.
  func place<Modules: ServerAdditions>(
    of modules: Modules.Type, restoreMark: String?
  ) throws -> ServerPlace? {
    guard folder != nil || restoreMark != nil else { return nil }
    return try ServerPlace(of: modules, ["data": folder, "restore-mark": restoreMark])
  }

  static let name = "/countersign.sqlite"

  static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isThere && !isFolder.boolValue
  }

  /// Takes the folder for this process.
  func lock() throws -> FolderHold? { try folder.map(FolderHold.init) }
}

/// The use of a folder for as long as this lives.
private final class FolderHold {
  private let lock: DataFolderLock

  init(_ folder: String) throws { lock = try DataFolderLock(folder) }
}

extension Database {
  /// Reads a place: an address, the file of a database, or a folder that has or gets one.
  init(place text: String) throws {
    guard !text.contains("://") else {
      self = try Database(text, orFile: "")
      return
    }
    let folder = text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
    // By whatever name: a server's file is known by its folder, which is locked.
    let file = URL(filePath: text).resolvingSymlinksInPath().path(percentEncoded: false)
    self = .file(CopyPlace.isFile(text) ? file : folder + CopyPlace.name)
  }

  /// The database as a source that nobody uses meanwhile.
  ///
  /// - Throws: `StoreError`, also where somebody does.
  func unusedSource() throws -> any CopySource {
    switch self {
    case .file(let file): return try SQLiteCopySource(path: file)
    #if PostgreSQL
      case .postgreSQL(let address):
        return try PostgreSQLCopySource(PostgreSQLAddress(address), nodes: .stopped)
    #endif
    }
  }

  /// The database as the target of a copy.
  ///
  /// - Throws: `StoreError`, also where somebody uses it.
  func copyTarget() throws -> any CopyTarget {
    switch self {
    case .file(let file): return try SQLiteCopyTarget(path: file)
    #if PostgreSQL
      case .postgreSQL(let address):
        return try PostgreSQLCopyTarget(PostgreSQLAddress(address))
    #endif
    }
  }
}

/// The progress of a copy on standard error: a line for each table, and one a second within.
final class ProgressLines {
  private var last = ContinuousClock.now

  func note(_ progress: StoreCopy.Progress) {
    switch progress {
    case .beginsAnew:
      Console.note("the source was written since the copy began: it begins anew")
    case .goesOn(let table, let rows, let total):
      if rows < total { Console.note("\(table)  goes on after \(rows) of \(total) rows") }
    case .copied(let table, let rows, let total):
      guard rows == total || last.duration(to: .now) > .seconds(1) else { return }
      last = .now
      Console.note("\(table)  \(rows) of \(total) rows copied")
    case .compared(let table, let rows):
      if rows > 0 { Console.note("\(table)  \(rows) rows alike") }
    case .leaves(let tables):
      Console.note("no schema makes these tables, they stay: \(tables.joined(separator: ", "))")
    }
  }
}

extension CopyReport {
  /// The content of both databases, in words.
  fileprivate var lines: [String] {
    let sums = tables.flatMap { table in
      table.sums.sorted { $0.key < $1.key }.map { "\(table.name).\($0.key) sums to \($0.value)" }
    }
    return [
      "copied and alike: \(rows) rows in \(tables.count) tables, the heads of \(lanes) audit lanes"
    ] + sums
  }

  fileprivate var json: JSONValue {
    [
      "status": "alike", "rows": .integer(rows), "auditLanes": .integer(Int64(lanes)),
      "tables": .array(
        tables.map { table in
          var sums: JSONObject = [:]
          for (column, sum) in table.sums.sorted(by: { $0.key < $1.key }) {
            sums[column] = .integer(sum)
          }
          return [
            "name": .string(table.name), "rows": .integer(table.rows), "sums": .object(sums),
          ]
        }),
    ]
  }
}

extension CommandFailure {
  /// A copy that was refused, or whose databases are not alike.
  init(_ fault: CopyFault) {
    switch fault {
    case .noServersData:
      self.init(
        .refused, "the source holds no server's data", hint: "name the database of a server")
    case .occupied:
      self.init(
        .refused, "the target holds data of a server, or other tables",
        hint: "name an empty database: createdb makes one, or name a new folder")
    case .halfOfAnother:
      self.init(
        .refused, "the target holds a part of another server's data",
        hint: "name an empty database, or go on with the copy of that server")
    case .unknownModule(let owner):
      self.init(
        .refused, "the source has tables of \(owner), a module that this program is without",
        hint: "take the program that has it")
    case .schema(let text):
      self.init(
        .refused, "\(text), this program has other ones",
        hint: "bring the source to this version first: countersign store migrate")
    case .difference(let text):
      self.init(
        .refused, "the databases are not alike: \(text)",
        hint: "run the same command again, it begins anew")
    }
  }

  /// A database that a copy has not filled to its end.
  static func incomplete() -> CommandFailure {
    CommandFailure(
      .environment, "a copy into this database has not ended",
      hint: "run countersign store copy again until both are alike")
  }

  /// A database that another version made, and that this one does not upgrade.
  static func unsupported(_ error: StoreError) -> CommandFailure {
    CommandFailure(
      .environment, error.reason,
      hint: "name a new folder with --data, or an empty database with --database; the version that "
        + "made this one exports its accounts and its audit log")
  }
}
