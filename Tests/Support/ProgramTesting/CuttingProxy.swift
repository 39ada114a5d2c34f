package import Foundation
import Synchronization

/// A proxy in front of a database's socket that cuts, delays and splits what passes where a test
/// wants it.
package final class CuttingProxy: Sendable {
  /// The fate of what a client sends next, and of its connection.
  package enum Cut: Sendable, CaseIterable {
    /// It never arrives.
    case beforeRequest
    /// It arrives, and its answer is lost.
    case beforeAnswer
    /// It arrives a while after the client has lost its connection.
    case lateRequest
    /// It never arrives, and the connection stays.
    case silentRequest
    /// It arrives, its answer never does, and the connection stays.
    case silentAnswer

    /// Those of which the client hears at once.
    package static let closing = [beforeRequest, beforeAnswer, lateRequest]
  }

  /// A way to slow down all that passes, in both directions.
  package struct Slowness: Sendable {
    /// The longest time for which something is held back, in milliseconds.
    let longestMilliseconds: Int
    /// The most parts in which something arrives that was sent as one.
    let mostParts: Int
    /// Draws a number of a range.
    let draw: @Sendable (ClosedRange<Int>) -> Int

    /// A way to slow down.
    package init(
      longestMilliseconds: Int, mostParts: Int,
      drawing draw: @escaping @Sendable (ClosedRange<Int>) -> Int
    ) {
      self.longestMilliseconds = longestMilliseconds
      self.mostParts = mostParts
      self.draw = draw
    }
  }

  private struct State {
    var cut: Cut?
    var slowness: Slowness?
    var connections: Set<Int32> = []
    /// The clients that get no answer any more.
    var unanswered: Set<Int32> = []
    var refusesNew = false
  }

  private let target: String
  private let listener: Int32
  private let state = Mutex(State())
  /// The folder of the proxy's own socket.
  package let folder: URL

  /// Listens in a new folder, as a server of PostgreSQL would.
  package init(to server: PrivatePostgreSQL) throws {
    target = server.folder.appending(path: "socket/.s.PGSQL.5432").path(percentEncoded: false)
    folder = URL(filePath: NSTemporaryDirectory())
      .appending(path: "cut-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    let path = folder.appending(path: ".s.PGSQL.5432").path(percentEncoded: false)
    let isBound = Self.withAddress(path) { bind(listener, $0, $1) == 0 }
    guard isBound, listen(listener, 64) == 0 else { throw NotReady(line: "no socket at \(path)") }
    let thread = Thread { [listener, weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 { self?.serve(client) }
    }
    thread.start()
  }

  deinit {
    cutAll()
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(at: folder)
  }

  /// The address of a database behind the proxy.
  package func address(of database: String) -> String {
    database.replacing(/host=.*/, with: "host=\(folder.path(percentEncoded: false))")
  }

  /// Cuts the connection on which a client sends something next.
  package func cutNext(_ cut: Cut) { state.withLock { $0.cut = cut } }

  /// Delays and splits from now on; nil for no longer.
  package func slow(_ slowness: Slowness?) { state.withLock { $0.slowness = slowness } }

  /// Lets no new connection through, or lets them through again.
  package func refuseNew(_ refuses: Bool) { state.withLock { $0.refusesNew = refuses } }

  /// Cuts all connections now.
  package func cutAll() {
    for connection in state.withLock(\.connections) { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    for connection in [client, server] { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
    guard !state.withLock(\.refusesNew),
      Self.withAddress(target, { connect(server, $0, $1) == 0 })
    else {
      close(server)
      close(client)
      return
    }
    state.withLock { _ = $0.connections.insert(client) }
    let open = Mutex(2)
    for (source, sink) in [(client, server), (server, client)] {
      let thread = Thread { [self] in
        carry(from: source, to: sink, isRequest: source == client)
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
        let isLast = open.withLock { count in
          count -= 1
          return count == 0
        }
        guard isLast else { return }
        state.withLock { state in
          state.connections.remove(client)
          state.unanswered.remove(client)
        }
        close(client)
        close(server)
      }
      thread.start()
    }
  }

  private func carry(from source: Int32, to sink: Int32, isRequest: Bool) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(source, &bytes, bytes.count), count > 0 {
      let cut: Cut? =
        isRequest
        ? state.withLock { state in
          defer { state.cut = nil }
          return state.cut
        } : nil
      switch cut {
      case .beforeRequest: return
      case .beforeAnswer:
        shutdown(source, Int32(SHUT_RDWR))
        Self.send(bytes, count, to: sink)
        // The server reads it all, and finds nobody to answer to.
        shutdown(sink, Int32(SHUT_WR))
        while case let rest = read(sink, &bytes, bytes.count), rest > 0 {}
        return
      case .lateRequest:
        shutdown(source, Int32(SHUT_RDWR))
        Thread.sleep(forTimeInterval: 0.5)
        Self.send(bytes, count, to: sink)
        shutdown(sink, Int32(SHUT_WR))
        while case let rest = read(sink, &bytes, bytes.count), rest > 0 {}
        return
      case .silentRequest:
        while case let rest = read(source, &bytes, bytes.count), rest > 0 {}
        return
      case .silentAnswer:
        state.withLock { _ = $0.unanswered.insert(source) }
        Self.send(bytes, count, to: sink)
      case nil:
        if !isRequest, state.withLock({ $0.unanswered.contains(sink) }) { continue }
        guard pass(bytes, count, to: sink) else { return }
      }
    }
  }

  /// Sends bytes at once, or late and in parts; false where nobody takes them any more.
  private func pass(_ bytes: [UInt8], _ count: Int, to sink: Int32) -> Bool {
    guard let slowness = state.withLock(\.slowness) else {
      return Self.send(bytes, count, to: sink)
    }
    var rest = bytes[..<count]
    for left in (0..<slowness.draw(1...slowness.mostParts)).reversed() where !rest.isEmpty {
      let milliseconds = slowness.draw(0...slowness.longestMilliseconds)
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
      let part = Array(rest.prefix(left == 0 ? rest.count : slowness.draw(1...rest.count)))
      guard Self.send(part, part.count, to: sink) else { return false }
      rest = rest.dropFirst(part.count)
    }
    return true
  }

  /// Sends bytes; false where nobody takes them any more, which is no signal here.
  @discardableResult
  static func send(_ bytes: [UInt8], _ count: Int, to sink: Int32) -> Bool {
    var sent = 0
    while sent < count {
      let more = bytes.withUnsafeBytes { buffer in
        Foundation.send(
          sink, buffer.baseAddress?.advanced(by: sent), count - sent, Int32(MSG_NOSIGNAL))
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return false }
      sent += more
    }
    return true
  }

  static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: path.utf8.prefix(place.count - 1))
    }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
