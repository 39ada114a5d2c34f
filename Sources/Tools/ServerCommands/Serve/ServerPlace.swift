import ArgumentParser
import CountersignCore
import CountersignSQLite
import CountersignServer
import Foundation
import ToolSupport
import WebAuthnModel

/// The place of a server's state: its folder and its database, and apart from them its keys and its
/// restore mark.
struct ServerPlace: Sendable {
  let folder: String
  let database: Database
  let keyringFile: String
  let restoreMark: RestoreMark
  /// True if the keyring has the place that it has without an option.
  private let isKeyringByDefault: Bool

  init(_ settings: ServeSettings) throws {
    folder = settings.text("data") ?? "./data"
    database = try Database(settings.text("database"), orFile: folder + "/countersign.sqlite")
    let places = DefaultPlaces(inside: folder, isDemo: settings.isDemo)
    isKeyringByDefault = settings.text("keyring") == nil
    keyringFile = try settings.text("keyring") ?? places.keyring()
    restoreMark =
      switch settings.text("restore.mark") {
      case nil: .folder(try places.marks(besideKeyring: isKeyringByDefault))
      case "none"?: .none
      case let path?: .folder(path)
      }
  }

  /// The places of keyring and restore mark where no option names one: beside the server's folder,
  /// so that whoever puts that back does not put back the mark too.
  ///
  /// A demo has both inside, where the commands find them. What lies beside the folder goes before
  /// what lies inside: who writes to the folder can put it there.
  private struct DefaultPlaces {
    private let inside: String
    private let beside: String
    private let isDemo: Bool

    init(inside folder: String, isDemo: Bool) {
      (inside, self.isDemo) = (folder, isDemo)
      var path = folder
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let name = path.split(separator: "/").last ?? ""
      if ["", ".", ".."].contains(name) {
        path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      }
      // Beside the folder itself: beside a link to it something else may lie.
      if FollowedPath.isLink(path) { path = FollowedPath(path).end }
      beside = path + "-keys"
    }

    /// - Parameter isBesideKeyring: True if the keyring has its default place.
    /// - Returns: The folder.
    /// - Throws: `CommandFailure` for a link in the server's folder.
    func marks(besideKeyring isBesideKeyring: Bool) throws -> String {
      let isFound = lies("/marks") || isBesideKeyring && lies("/keyring")
      guard isDemo || isFound && !exists(beside + "/marks") else { return beside + "/marks" }
      return try requireNoLink(inside + "/marks", option: "--restore-mark")
    }

    /// - Throws: `CommandFailure` where there are two.
    func keyring() throws -> String {
      let (own, other) = (inside + "/keyring", beside + "/keyring")
      if exists(own), exists(other) {
        throw CommandFailure(
          .wrongUse, "there are two keyrings, \(own) and \(other)",
          hint: "find out who put one there, and name the server's own with --keyring: whoever "
            + "writes to \(inside) can put a keyring of theirs there, and all that it vouches for")
      }
      return isDemo || lies("/keyring") ? try requireNoLink(own, option: "--keyring") : other
    }

    /// A file of a demo in its folder is no link: somebody else put that there.
    private func requireNoLink(_ path: String, option: String) throws -> String {
      guard FollowedPath.isLink(path) else { return path }
      throw CommandFailure(
        .wrongUse, "\(path) is a symbolic link",
        hint: "find out who put it there, and name the server's own with \(option): whoever writes "
          + "to \(inside) can put a link to something of theirs there")
    }

    /// True if something lies inside, and not beside.
    private func lies(_ name: String) -> Bool { exists(inside + name) && !exists(beside + name) }

    private func exists(_ path: String) -> Bool {
      FollowedPath.isLink(path) || FileManager.default.fileExists(atPath: path)
    }
  }

  /// True if keyring or restore mark lie in the server's folder.
  var keepsKeysInside: Bool { isInside(keyringFile) || markFolder.map(isInside) ?? false }

  /// The folder of the restore mark; nil where none is kept.
  var markFolder: String? { restoreMark.folder(besideKeyring: keyringFile) }

  /// The remark on a keyring that nobody named and that lies in the server's folder; nil if it does
  /// not.
  ///
  /// It is a demo's, or that of somebody who writes to the folder.
  var remarkOnKeyring: String? {
    guard isKeyringByDefault, isInside(keyringFile) else { return nil }
    return "the keyring is \(keyringFile), in the data folder as a demo has it: whoever writes to "
      + "the folder can have put it there, and made the audit log with it"
  }

  /// The restore mark of a database that a command only reads.
  ///
  /// One rule for all commands on a database that was put back. Who changes it refuses. Who judges
  /// it finds it not whole. Who carries its rows away, as to rescue them, says so and goes on.
  ///
  /// - Throws: `CommandFailure` where the mark cannot be read, and `StoreError`.
  func mark(
    of inspection: any StoreInspection, for use: MarkUse = .judging
  ) throws -> CommandMark {
    guard let marks = restoreMark.marks(besideKeyring: keyringFile) else { return .unkept }
    do {
      guard let note = try inspection.read({ try RestoreNote(of: $0, in: marks) }) else {
        return try inspection.read { try RestoreNote.markWithoutNumber(in: $0) }
      }
      return try inspection.read {
        switch use {
        case .judging: try note.held(against: $0, in: marks)
        case .copying: try note.heldForCopy(against: $0, in: marks)
        }
      }
    } catch let error as OwnerFileError {
      throw CommandFailure(error)
    }
  }

  /// The use of a database whose restore mark a command looks for.
  enum MarkUse {
    case judging
    /// The copy counts as put back, unless a mark says that the source is whole.
    case copying
  }

  /// The remark on a keyring that a command uses, said at once; nil where there is nothing to say.
  func remarkingOnKeyring() -> String? {
    if let remarkOnKeyring { Console.note(remarkOnKeyring) }
    return remarkOnKeyring
  }

  /// Refuses a new keyring beside a database that is in use: it opens nothing there, and an audit
  /// log that goes on under it is not whole.
  ///
  /// - Throws: `CommandFailure`.
  func requireKeyringOfUsedDatabase() throws {
    guard try PrivateFile.read(keyringFile) == nil, try database.isUsed() else { return }
    throw CommandFailure(
      .environment, "no keyring at \(keyringFile), and the database is in use",
      hint: "put back the keyring that the database was made with, or name it with --keyring; with "
        + "another database a new one is made")
  }

  /// Refuses a keyring or a restore mark in the server's folder, unless the keyring is named there.
  ///
  /// - Throws: `CommandFailure`.
  func requireKeysOutside() throws {
    if isKeyringByDefault, isInside(keyringFile) {
      throw CommandFailure(
        .wrongUse, "the keyring lies in the data folder, \(keyringFile)",
        hint: "move it out of \(folder), and name it with --keyring: who has a copy of the folder "
          + "has everything; only a demo keeps it inside")
    }
    if let markFolder, isInside(markFolder) {
      throw CommandFailure(
        .wrongUse, "the restore mark lies in the data folder, \(markFolder)",
        hint: "name a folder outside of \(folder) with --restore-mark: a mark that is rolled back "
          + "with the data tells nothing; only a demo keeps it inside")
    }
  }

  private func isInside(_ path: String) -> Bool {
    FollowedPath(path).passes(FollowedPath(folder).end)
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

  /// The keyring, which must be there, with the place of its restore mark.
  func presentKeyring() throws -> Keyring {
    try DataFolder.keyring(presentKeyringFile(), restoreMark: restoreMark)
  }

  /// Opens the database that is there with the server's keys, bringing its schema up to date.
  ///
  /// What is committed from then on is noted in the restore mark.
  ///
  /// - Parameters:
  ///   - schemas: The tables of the core, and of modules.
  ///   - keyring: The server's keys.
  ///   - upgradesNodes: True for a command that is asked to change the tables of PostgreSQL also
  ///     while nodes serve that survive it.
  /// - Returns: The database.
  /// - Throws: `CommandFailure`, also where a server works on a database whose schema is another,
  ///   and for a database that was put back, or has no mark: what is committed in it would hide
  ///   that, or be noted nowhere.
  func open(
    _ schemas: [Schema], _ keyring: Keyring, upgradesNodes: Bool = false
  ) async throws -> OpenDatabase {
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
    let opened = try database.open(schemas, StoreSeals(keyring))
    do {
      try await keepMark(of: opened, keyring)
    } catch {
      try await opened.close()
      throw error
    }
    return opened
  }

  private func keepMark(of database: OpenDatabase, _ keyring: Keyring) async throws {
    let mark: CommandMark
    do {
      mark = try await keyring.keepMark(of: database.store, by: database.clock)
    } catch let error as OwnerFileError {
      throw CommandFailure(error)
    }
    if let failure = mark.failure { throw failure }
  }
}

extension CommandMark {
  /// The objection to a database with this mark; nil for nothing.
  var failure: CommandFailure? {
    switch self {
    case .kept, .unkept: nil
    case .absent(let folder):
      CommandFailure(
        .refused,
        "the restore mark of this database is not in \(folder ?? "its place"): the database counts "
          + "as put back",
        hint: "name the server's folder with --restore-mark; where the mark is lost, start the "
          + "server first; with --restore-mark none nothing is noticed, and nothing noted")
    case .unnumbered:
      CommandFailure(
        .refused,
        "the database is in use and has no number, by which its restore mark is found: it counts "
          + "as put back",
        hint: "start the server first: it ends what may have been used since; and find out who "
          + "took the number away")
    case .renumbered:
      CommandFailure(
        .refused,
        "the database has another number than its audit log began with, by which its restore mark "
          + "is found: it counts as put back",
        hint: "find out who changed the number, and start the server first: it ends what may have "
          + "been used since")
    case .ahead:
      CommandFailure(
        .refused, "the database is behind its restore mark: it was put back",
        hint: "start the server first: it ends what may have been used since, and then this "
          + "command can run")
    }
  }

  /// Says what speaks against a database, in a command that goes on all the same.
  ///
  /// - Parameters:
  ///   - answer: The command's answer for a script.
  ///   - other: A remark that was said already; nil for none.
  /// - Returns: The answer, with both remarks as its member `remark`.
  func remarked(_ answer: JSONValue, _ other: String? = nil) -> JSONValue {
    if let failure { Console.note(failure.cause) }
    guard case .object(var object) = answer else { return answer }
    let remarks = [other, failure?.cause].compactMap(\.self)
    object["remark"] = remarks.isEmpty ? .null : .string(remarks.joined(separator: "; "))
    return .object(object)
  }

  /// Says what speaks against a database of which another one is made.
  ///
  /// That counts as put back unless this mark is kept. Where none is, an older file may lie under a
  /// later log, which hides that.
  ///
  /// - Parameters:
  ///   - answer: The command's answer for a script.
  ///   - made: What is made, in words.
  /// - Returns: The answer, with the remark as its member `remark`.
  func remarked(_ answer: JSONValue, onMaking made: String) -> JSONValue {
    guard self == .unkept else { return remarked(answer) }
    let remark = "no restore mark tells if the database was put back: \(made) counts as put back"
    Console.note(remark)
    return remarked(answer, remark)
  }

  /// True unless the database itself tells that it was put back.
  ///
  /// A mark that is elsewhere says nothing of the database.
  var isOfWhole: Bool {
    switch self {
    case .kept, .unkept, .absent: true
    case .unnumbered, .renumbered, .ahead: false
    }
  }

  /// Refuses a database that was put back, in a command that judges it.
  ///
  /// - Throws: `CommandFailure`.
  func requireWhole() throws {
    if !isOfWhole, let failure { throw failure }
  }
}
