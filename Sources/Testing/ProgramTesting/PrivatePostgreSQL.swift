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
  private let script: SpawnedProcess

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
  ///   - settings: Settings of the server, as in `fsync=off`.
  /// - Throws: ``NotReady`` if it does not come up.
  package init(in folder: URL? = nil, settings: [String] = []) throws {
    // A socket's path is short: the folder is beside all others, whatever TMPDIR says.
    let folder =
      folder
      ?? URL(filePath: NSTemporaryDirectory()).appending(path: "pg-\(UUID().uuidString.prefix(8))")
    self.folder = folder
    script = try SpawnedProcess(
      Self.scripts.appending(path: "private-postgresql").path(percentEncoded: false),
      ["--temporary", folder.path(percentEncoded: false)] + settings)
    let line = script.readLine()
    guard line.hasPrefix("postgres://") else { throw NotReady(line: line) }
    address = line
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Stops it as an operator does.
  package func end() {
    script.signal(SIGTERM)
    script.awaitEnd()
  }

  /// Kills all of it at once, as a machine does that loses its power; the data stay.
  package func crash() {
    // The first line of the file is the pid of the server, which its children follow.
    let file = folder.appending(path: "data/postmaster.pid")
    let line = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first
    if let server = line.flatMap({ pid_t($0) }) { kill(server, SIGKILL) }
    script.awaitEnd()
  }

  /// The address of a database for a folder of a test, made at the first call: the file
  /// `postgresql` in the folder remembers it, for another process, too.
  package func database(for place: String) throws -> String {
    try Self.database(for: place) { self }
  }

  /// The address that a folder remembers, or a new database of a server.
  package static func database(
    for place: String, on server: () throws -> PrivatePostgreSQL = { try shared() }
  ) throws -> String {
    let file = URL(filePath: place).appending(path: "postgresql")
    if let known = try? String(contentsOf: file, encoding: .utf8) { return known }
    let address = try server().newDatabase()
    try FileManager.default.createDirectory(
      atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(address.utf8).write(to: file)
    return address
  }

  /// Makes an empty database and gives its address.
  package func newDatabase() throws -> String {
    let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
    try run("createdb", ["--template=template0", name])
    return address.replacing("/postgres?", with: "/\(name)?")
  }

  /// Removes the database of a folder, where it has one.
  package static func dropDatabase(of place: String) {
    guard let address = try? database(for: place, on: { throw NotReady(line: "no database") }),
      let name = address.firstMatch(of: /@\/(?<name>\w+)\?/)?.name, let server = try? shared()
    else { return }
    try? server.run("dropdb", ["--force", "--if-exists", String(name)])
  }

  /// Has whoever connects from now on say a password.
  package func requirePasswords() throws {
    let file = folder.appending(path: "data/pg_hba.conf")
    try Data("local all all scram-sha-256\n".utf8).write(to: file)
    try query("SELECT pg_reload_conf()")
    // Read a moment later: until then it lets everybody in.
    while (try? query("SELECT 1")) != nil {}
  }

  /// Runs SQL as the server's owner.
  package func query(_ sql: String, in database: String = "postgres") throws {
    try run(
      "psql", ["--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--command=\(sql)", database])
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    let socket = folder.appending(path: "socket").path(percentEncoded: false)
    let process = try SpawnedProcess(
      program, ["--host=\(socket)", "--username=countersign"] + arguments)
    let status = process.awaitEnd()
    guard status == 0 else { throw NotReady(line: "\(program) ended with status \(status)") }
  }

  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Scripts").standardized
}

/// A program that several threads may start and wait for at once, as `Process` does not allow.
private final class SpawnedProcess: Sendable {
  private let pid: pid_t
  private let output: Int32
  /// The status that the system gave at its end; nil until somebody has waited for it.
  private let status = Mutex<Int32?>(nil)

  init(_ program: String, _ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NotReady(line: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let (words, names) = (
      ([program] + arguments).map { strdup($0) }, environment.map { strdup($0) }
    )
    defer { for text in words + names { free(text) } }
    var pid = pid_t()
    guard posix_spawnp(&pid, program, &actions, nil, words + [nil], names + [nil]) == 0 else {
      close(ends[0])
      throw NotReady(line: "\(program) does not start")
    }
    self.pid = pid
  }

  deinit { close(output) }

  /// The first line of its standard output.
  func readLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Sends a signal, unless it has ended.
  func signal(_ number: Int32) {
    status.withLock { status in
      if status == nil { kill(pid, number) }
    }
  }

  /// Waits for its end, and gives the system's status of it.
  @discardableResult
  func awaitEnd() -> Int32 {
    status.withLock { status in
      if let status { return status }
      var found: Int32 = 0
      while waitpid(pid, &found, 0) < 0, errno == EINTR {}
      status = found
      return found
    }
  }
}
