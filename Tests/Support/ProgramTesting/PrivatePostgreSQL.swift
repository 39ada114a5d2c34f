package import Foundation
import Synchronization

/// A PostgreSQL that the tests start themselves, on a socket in a temporary folder.
///
/// It ends with the process that started it (`Scripts/private-postgresql`).
package final class PrivatePostgreSQL: Sendable {
  /// The folder of its data, its log and its socket.
  package let folder: URL
  /// The address of its database `postgres`.
  package let address: String
  /// Its port, which is in its socket's name, too.
  package let port: UInt16
  /// The arguments of its start.
  private let arguments: [String]
  private let script: Mutex<ChildProcess>

  /// One for all tests that do not stop it, started by the first of them.
  ///
  /// Its commits are not on the disk: what such a test kills is never the machine.
  package static func shared() throws -> PrivatePostgreSQL { try sharedServer.get() }

  private static let sharedServer = Result {
    try PrivatePostgreSQL(settings: ["fsync=off", "max_connections=400"])
  }

  /// Starts one.
  ///
  /// - Parameters:
  ///   - folder: The folder of one that has ended; nil for a new one.
  ///   - listens: True if it is to listen at a free port of 127.0.0.1 as well.
  ///   - primary: The server of which this is to be a standby; nil for none.
  ///   - settings: Settings of the server, as in `fsync=off`.
  /// - Throws: ``NotReady`` if it does not come up.
  package init(
    in folder: URL? = nil, listens: Bool = false, standbyOf primary: PrivatePostgreSQL? = nil,
    settings: [String] = []
  ) throws {
    port = listens ? try FreePort.any() : 5432
    let places = listens ? ["listen_addresses=127.0.0.1", "port=\(port)"] : []
    // A socket's path is short: the folder is beside all others, whatever TMPDIR says.
    let folder =
      folder
      ?? URL(filePath: NSTemporaryDirectory()).appending(path: "pg-\(UUID().uuidString.prefix(8))")
    self.folder = folder
    let source = primary.map { ["--standby-of", $0.folder.path(percentEncoded: false)] } ?? []
    arguments =
      ["--temporary"] + source + [folder.path(percentEncoded: false)] + places + settings
    let (process, line) = try Self.started(arguments)
    script = Mutex(process)
    address = line
  }

  private static func started(_ arguments: [String]) throws -> (ChildProcess, String) {
    let process = try ChildProcess(
      scripts.appending(path: "private-postgresql"), arguments, errors: .standardError)
    let line = try ReadyLine.next(of: process.output)
    guard line.hasPrefix("postgres://") else {
      process.awaitEnd()
      throw NotReady(line: line)
    }
    return (process, line)
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Stops it as an operator does.
  package func end() {
    script.withLock { _ = $0.end(by: SIGTERM) }
  }

  /// True until it has ended.
  package var isRunning: Bool { script.withLock { $0.isRunning } }

  /// Starts one again that has ended, on its data and at its address.
  ///
  /// - Throws: ``NotReady`` if it does not come up in ten seconds.
  package func start() throws {
    try script.withLock { script in
      let end = ContinuousClock.now + .seconds(10)
      while true {
        do {
          script = try Self.started(arguments).0
          return
        } catch let error as NotReady {
          // What its former processes held is free a moment after their end.
          guard ContinuousClock.now < end else { throw error }
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
    }
  }

  /// Kills all of it at once, as a machine does that loses its power; the data stay.
  package func crash() {
    if let server = processID {
      let children = Self.children(of: server)
      for process in [server] + children { kill(process, SIGKILL) }
    }
    script.withLock { _ = $0.awaitEnd() }
  }

  /// Has a standby take nothing more of what its primary sends, as on a network that is slow.
  ///
  /// - Throws: ``NotReady`` if it is no standby that follows its primary.
  package func holdReplication() throws { kill(try receiverID, SIGSTOP) }

  /// Makes a standby whose replication is held, and whose primary is dead, a primary itself.
  ///
  /// - Throws: ``NotReady`` if it is none.
  package func promote() throws {
    // It ends without a look at what has come meanwhile, as on a network that is cut.
    let receiver = try receiverID
    kill(receiver, SIGTERM)
    kill(receiver, SIGCONT)
    try query("SELECT pg_promote()")
  }

  /// The process that takes what a primary sends.
  private var receiverID: pid_t {
    get throws {
      let receiver = processID.flatMap { server in
        Self.children(of: server).first { process in
          let text = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
          return text?.contains("walreceiver") == true
        }
      }
      guard let receiver else { throw NotReady(line: "no process follows a primary") }
      return receiver
    }
  }

  /// The server itself, the parent of its other processes; nil where it does not run.
  private var processID: pid_t? {
    let file = folder.appending(path: "data/postmaster.pid")
    let line = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first
    return line.flatMap { pid_t($0) }
  }

  /// The processes that a process has started; none where the system does not list them as Linux
  /// does.
  private static func children(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      // After the name in parentheses: the state, and the parent.
      let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
      return fields.count > 1 && pid_t(fields[1]) == parent
    }
  }

  /// The address of a database for a folder of a test, made at the first call: the file
  /// `postgresql` in the folder remembers it, for another process, too.
  package func database(for place: String) throws -> String {
    try Self.database(for: place) { self }
  }

  /// The address that a folder remembers, or a new database of a server, empty or like another one.
  package static func database(
    for place: String, like template: String? = nil,
    on server: () throws -> PrivatePostgreSQL = { try shared() }
  ) throws -> String {
    let file = URL(filePath: place).appending(path: "postgresql")
    if let known = try? String(contentsOf: file, encoding: .utf8) { return known }
    let address = try server().newDatabase(like: template)
    try FileManager.default.createDirectory(
      atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(address.utf8).write(to: file)
    return address
  }

  /// Makes a database.
  ///
  /// - Parameter template: The address of one to copy, to which nothing is connected; nil for an
  ///   empty one.
  /// - Returns: Its address.
  /// - Throws: What `createdb` says.
  package func newDatabase(like template: String? = nil) throws -> String {
    let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
    let copied = template.flatMap(Self.databaseName) ?? "template0"
    try run("createdb", ["--template=\(copied)", name])
    return address.replacing("/postgres?", with: "/\(name)?")
  }

  /// Removes the database of a folder, where it has one.
  package static func dropDatabase(of place: String) {
    guard let address = try? database(for: place, on: { throw NotReady(line: "no database") }),
      let name = databaseName(address), let server = try? shared()
    else { return }
    try? server.run("dropdb", ["--force", "--if-exists", name])
  }

  private static func databaseName(_ address: String) -> String? {
    address.firstMatch(of: /@\/(?<name>\w+)\?/).map { String($0.name) }
  }

  /// Has whoever connects from now on say a password.
  package func requirePasswords() throws {
    let file = folder.appending(path: "data/pg_hba.conf")
    try Data("local all all scram-sha-256\n".utf8).write(to: file)
    try query("SELECT pg_reload_conf()")
    // Read a moment later: until then it lets everybody in.
    let asking = ["--no-password", "--command=SELECT 1", "postgres"]
    while (try? run("psql", asking, quiet: true)) != nil {}
  }

  /// Has whoever connects over TCP from now on find a certificate.
  package func useCertificate(_ certificate: ServerCertificate) throws {
    let owner = try FileManager.default.attributesOfItem(
      atPath: folder.path(percentEncoded: false))[.ownerAccountID]
    for (setting, text) in [
      ("ssl_cert_file", certificate.certificate), ("ssl_key_file", certificate.key),
    ] {
      let file = folder.appending(path: "\(setting).pem").path(percentEncoded: false)
      // The key is its owner's alone: the server refuses any other.
      guard
        FileManager.default.createFile(
          atPath: file, contents: Data(text.utf8),
          attributes: [.posixPermissions: 0o600, .ownerAccountID: owner as Any])
      else { throw NotReady(line: "\(file) cannot be written") }
      try query("ALTER SYSTEM SET \(setting) = '\(file)'")
    }
    try query("ALTER SYSTEM SET ssl = on")
    try query("SELECT pg_reload_conf()")
  }

  /// Runs SQL as the server's owner.
  package func query(_ sql: String, in database: String = "postgres") throws {
    try run(
      "psql", ["--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--command=\(sql)", database])
  }

  /// Runs a body while no node of a database hears of another one: the processes that serve those
  /// connections of theirs are stopped.
  package func withoutHints(
    in address: String, _ body: () async throws -> Void
  ) async throws {
    let name = Self.databaseName(address) ?? ""
    // The newest statement of such a connection is one of these.
    let process = try client(
      "psql",
      [
        "--quiet", "--no-align", "--tuples-only",
        """
        --command=SELECT string_agg(CAST(pid AS TEXT), ' ') FROM pg_stat_activity
        WHERE datname = '\(name)' AND (query LIKE 'LISTEN %' OR query LIKE 'SELECT pg_notify(%'
          OR query LIKE 'SELECT CAST(EXTRACT(EPOCH %'
          OR query LIKE 'SELECT pg_try_advisory_lock_shared(%')
        """, "postgres",
      ])
    let processes = try ReadyLine.next(of: process.output)
      .split(separator: " ").compactMap { pid_t($0) }
    try process.requireSuccess()
    guard !processes.isEmpty else { throw NotReady(line: "no node listens to \(name)") }
    for process in processes { kill(process, SIGSTOP) }
    defer { for process in processes { kill(process, SIGCONT) } }
    try await body()
  }

  private func run(_ program: String, _ arguments: [String], quiet isQuiet: Bool = false) throws {
    try client(program, arguments, quiet: isQuiet).requireSuccess()
  }

  /// Starts a program that connects as the server's owner.
  private func client(
    _ program: String, _ arguments: [String], quiet isQuiet: Bool = false
  ) throws -> ChildProcess {
    let socket = folder.appending(path: "socket").path(percentEncoded: false)
    return try ChildProcess(
      Self.programs + program,
      ["--host=\(socket)", "--port=\(port)", "--username=countersign"] + arguments,
      errors: isQuiet ? .nullDevice : .standardError)
  }

  /// The folder of PostgreSQL's programs, as the script finds it.
  ///
  /// What Debian has in the path is a wrapper, which takes ten times as long to start.
  private static let programs: String = {
    if let folder = ProcessInfo.processInfo.environment["PGBIN"] { return folder + "/" }
    let versions = "/usr/lib/postgresql"
    let newest = try? FileManager.default.contentsOfDirectory(atPath: versions)
      .max { $0.compare($1, options: .numeric) == .orderedAscending }
    return newest.map { "\(versions)/\($0)/bin/" } ?? ""
  }()

  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Scripts").standardized
}
