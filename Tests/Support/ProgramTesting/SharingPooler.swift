import Foundation
import Synchronization

/// A pooler in front of a database's socket, as PgBouncer is: for a transaction, or for as long as
/// it is connected, a client has one of the sessions.
package final class SharingPooler: Sendable {
  /// The time for which a client keeps a session.
  package enum Mode: Sendable {
    /// As long as it is connected.
    case session
    /// For a transaction; names of prepared statements pass as they are (PgBouncer until 1.20).
    case transaction
    /// For a transaction; each client has its own prepared statements (PgBouncer from 1.21 on).
    case transactionWithStatements
  }

  private let mode: Mode
  private let target: String
  private let listener: Int32
  /// The sessions that no client has, the one that became free last at the end.
  private let idle = Mutex<[Int32]>([])
  /// The folder of the pooler's own socket.
  private let folder: URL

  /// Listens in a new folder, as a server of PostgreSQL would.
  package init(to server: PrivatePostgreSQL, _ mode: Mode) throws {
    self.mode = mode
    target = server.folder.appending(path: "socket/.s.PGSQL.5432").path(percentEncoded: false)
    folder = URL(filePath: NSTemporaryDirectory())
      .appending(path: "pool-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    let path = folder.appending(path: ".s.PGSQL.5432").path(percentEncoded: false)
    let isBound = CuttingProxy.withAddress(path) { bind(listener, $0, $1) == 0 }
    guard isBound, listen(listener, 64) == 0 else { throw NotReady(line: "no socket at \(path)") }
    let accepting = Thread { [listener, weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        guard let self else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        let serving = Thread { self.serve(client) }
        serving.start()
      }
    }
    accepting.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for session in idle.withLock({ $0 }) { close(session) }
    try? FileManager.default.removeItem(at: folder)
  }

  /// The address of a database behind the pooler.
  package func address(of database: String) -> String {
    database.replacing(/host=.*/, with: "host=\(folder.path(percentEncoded: false))")
  }

  /// Serves a client until it leaves.
  private func serve(_ client: Int32) {
    defer { close(client) }
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(server, F_SETFD, FD_CLOEXEC)
    guard CuttingProxy.withAddress(target, { connect(server, $0, $1) == 0 }),
      let start = Self.bytes(of: client, count: 4),
      let rest = Self.bytes(of: client, count: Self.number(start) - 4),
      Self.pass(start + rest, to: server), let ready = answer(of: server, to: client, []),
      Self.pass(ready.bytes, to: client)
    else {
      close(server)
      return
    }
    if mode == .session {
      defer { close(server) }
      while let request = request(of: client) {
        guard Self.pass(request.messages.flatMap(\.bytes), to: server),
          let ready = answer(of: server, to: client, []), Self.pass(ready.bytes, to: client)
        else { return }
      }
      return
    }
    idle.withLock { $0.append(server) }
    share(client)
  }

  /// Passes each transaction of a client to the session that became free last.
  private func share(_ client: Int32) {
    var kept: Int32?
    var statements: [[UInt8]: Message] = [:]
    while let request = request(of: client) {
      guard let session = kept ?? idle.withLock({ $0.popLast() }) else { return }
      let (bytes, dropped) =
        mode == .transaction
        ? (request.messages.flatMap(\.bytes), []) : Self.prepared(request, &statements)
      guard Self.pass(bytes, to: session),
        let ready = answer(of: session, to: client, dropped)
      else {
        close(session)
        return
      }
      // Within no transaction the session is free, before any client can ask again.
      if ready.body.first == UInt8(ascii: "I") {
        idle.withLock { $0.append(session) }
        kept = nil
      } else {
        kept = session
      }
      guard Self.pass(ready.bytes, to: client) else { break }
    }
    if let kept { close(kept) }
  }

  // MARK: Messages

  private struct Message {
    let kind: UInt8
    let body: [UInt8]

    var bytes: [UInt8] {
      let count = body.count + 4
      return [kind] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + body
    }
  }

  private struct Request {
    var messages: [Message] = []
  }

  /// The messages of a client up to its wish for an answer; nil if it leaves.
  private func request(of client: Int32) -> Request? {
    var request = Request()
    while let message = Self.message(of: client), message.kind != UInt8(ascii: "X") {
      request.messages.append(message)
      // Sync, or a simple query.
      if [UInt8(ascii: "S"), UInt8(ascii: "Q")].contains(message.kind) { return request }
    }
    return nil
  }

  /// Passes an answer on, without the preparations that only the pooler asked for and without its
  /// last message, ReadyForQuery, which holds the status of the transaction.
  ///
  /// Returns that message; nil where the server left.
  private func answer(of server: Int32, to client: Int32, _ dropped: [Bool]) -> Message? {
    var left = dropped[...]
    while let message = Self.message(of: server) {
      if message.kind == UInt8(ascii: "Z") { return message }
      // ParseComplete.
      let isDropped = message.kind == UInt8(ascii: "1") && left.popFirst() == true
      guard isDropped || Self.pass(message.bytes, to: client) else { return nil }
    }
    return nil
  }

  /// Has each use of a client's statement prepare it anew, without a name.
  private static func prepared(
    _ request: Request, _ statements: inout [[UInt8]: Message]
  ) -> (bytes: [UInt8], dropped: [Bool]) {
    var bytes: [UInt8] = []
    var dropped: [Bool] = []
    for message in request.messages {
      switch message.kind {
      case UInt8(ascii: "P"):
        let name = Array(message.body.prefix { $0 != 0 })
        let unnamed = Message(kind: message.kind, body: Array(message.body.dropFirst(name.count)))
        statements[name] = unnamed
        bytes += unnamed.bytes
        dropped.append(false)
      case UInt8(ascii: "B"):
        let portal = message.body.prefix { $0 != 0 }
        let after = message.body.dropFirst(portal.count + 1)
        let name = Array(after.prefix { $0 != 0 })
        if let statement = statements[name] {
          bytes += statement.bytes
          dropped.append(true)
        }
        let body = Array(portal) + [0] + Array(after.dropFirst(name.count))
        bytes += Message(kind: message.kind, body: body).bytes
      default:
        bytes += message.bytes
      }
    }
    return (bytes, dropped)
  }

  private static func message(of source: Int32) -> Message? {
    guard let head = bytes(of: source, count: 5),
      let body = bytes(of: source, count: number(Array(head.dropFirst())) - 4)
    else { return nil }
    return Message(kind: head[0], body: body)
  }

  private static func number(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func bytes(of source: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        read(source, buffer.baseAddress?.advanced(by: filled), count - filled)
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return nil }
      filled += more
    }
    return bytes
  }

  private static func pass(_ bytes: [UInt8], to sink: Int32) -> Bool {
    CuttingProxy.send(bytes, bytes.count, to: sink)
  }
}
