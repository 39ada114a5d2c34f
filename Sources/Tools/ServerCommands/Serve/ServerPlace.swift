import ArgumentParser
import CountersignCore
import CountersignSQLite
import Foundation
import ToolSupport

/// The place of a server's state: its folder, its database and its keys.
struct ServerPlace: Sendable {
  let folder: String
  let database: Database
  let keyringFile: String

  init(_ settings: ServeSettings) throws {
    folder = settings.text("data") ?? "./data"
    database = try Database(settings.text("database"), orFile: folder + "/countersign.sqlite")
    keyringFile = settings.text("keyring") ?? folder + "/keyring"
  }

  /// Finds the place as `serve` does with the same options, environment and file.
  ///
  /// - Parameters:
  ///   - modules: The program's modules.
  ///   - options: Options of `serve` by name; nil for one that was not given.
  ///   - environment: The environment.
  /// - Throws: `CommandFailure` for a file that cannot be read, and an address of no driver.
  init<Modules: ServerAdditions>(
    of modules: Modules.Type, _ options: KeyValuePairs<String, String?>,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let arguments = options.compactMap { name, value in value.map { "--\(name)=\($0)" } }
    let command = try ServeCommand<Modules>.parse(arguments)
    try self.init(ServeSettings(command, environment: environment))
  }

  /// The database, which must be there where it is a file.
  func presentDatabase() throws -> Database {
    if let file = database.file, !FileManager.default.fileExists(atPath: file) {
      throw CommandFailure(
        .environment, "no database at \(file)",
        hint: "say where the server's is: --config with its options, --data or --database")
    }
    return database
  }

  /// The keyring's file, which must be there; a new one beside the server's would hide other people
  /// in the audit log.
  func presentKeyringFile() throws -> String {
    guard try PrivateFile.read(keyringFile) != nil else {
      throw CommandFailure(
        .environment, "no keyring at \(keyringFile)",
        hint: "give the one that the server uses: --config with its options, or --keyring")
    }
    return keyringFile
  }

  /// Opens the database that is there with the server's keys, bringing its schema up to date.
  ///
  /// - Parameters:
  ///   - schemas: The tables of the core, and of modules.
  ///   - keyring: The server's keys.
  ///   - upgradesNodes: True for a command that is asked to change the tables of PostgreSQL also
  ///     while nodes serve that survive it.
  /// - Returns: The database.
  /// - Throws: `CommandFailure`, also where a server works on a database whose schema is another.
  func open(
    _ schemas: [Schema], _ keyring: Keyring, upgradesNodes: Bool = false
  ) throws -> OpenDatabase {
    let database = try presentDatabase()
    if let holder = try database.holder(folder: folder), database.file != nil || !upgradesNodes {
      do {
        _ = try database.inspection(schemas)
      } catch let error as StoreError where error.code == .failed {
        throw CommandFailure(
          .environment, "\(holder) serves from the database: \(error.reason)",
          hint: "use the program of its version, or stop it first: this command would change its "
            + "tables")
      } catch let error as StoreError {
        throw database.failure(error)
      }
    }
    return try database.open(schemas, StoreSeals(keyring))
  }
}
