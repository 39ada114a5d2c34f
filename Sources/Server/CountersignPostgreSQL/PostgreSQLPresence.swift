import CountersignCore
import Foundation
import Synchronization

/// A node's presence at its database: one connection, on a thread of its own.
///
/// It holds the lock of a node that serves, carries hints to and from the other nodes, and reads
/// the database's clock.
final class PostgreSQLPresence: ChangeRelay {
  private struct State {
    var hints: [String] = []
    var handlers: [@Sendable (String) -> Void] = []
    var returnHandlers: [@Sendable () -> Void] = []
    var isClosed = false
    /// The connection with which the thread begins, and which nobody else uses from then on.
    var first: PostgreSQLConnection?
  }

  private let state: Mutex<State>
  /// A byte written here wakes the thread.
  private let (wakeOut, wakeIn): (Int32, Int32)
  private let address: PostgreSQLAddress
  private let schema: PostgreSQLSchema
  private let clock: PostgreSQLClock

  /// Takes over a connection that holds the lock of a node.
  init(
    _ connection: PostgreSQLConnection, _ address: PostgreSQLAddress, _ schema: PostgreSQLSchema,
    _ clock: PostgreSQLClock
  ) throws {
    self.address = address
    self.schema = schema
    self.clock = clock
    state = Mutex(State(first: connection))
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw StoreError(code: .failed, reason: "no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (wakeOut, wakeIn) = (ends[0], ends[1])
    try connection.run("LISTEN \(Self.channel)")
  }

  /// Starts the thread.
  ///
  /// - Parameter onMisfit: Called once when this node may not serve any more.
  func start(onMisfit: @escaping @Sendable (StoreError) -> Void) {
    let thread = Thread { self.run(onMisfit) }
    thread.name = "countersign.presence"
    thread.start()
  }

  deinit {
    Foundation.close(wakeOut)
    Foundation.close(wakeIn)
  }

  func send(_ hint: String) {
    let isFirst = state.withLock { state in
      state.hints.append(hint)
      return state.hints.count == 1
    }
    if isFirst { wake() }
  }

  func receive(_ handler: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.handlers.append(handler) }
  }

  func observeReturns(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.returnHandlers.append(handler) }
  }

  /// Ends the presence: the lock is free, and no hint comes any more.
  func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 1
    _ = write(wakeIn, &byte, 1)
  }

  private func run(_ onMisfit: @Sendable (StoreError) -> Void) {
    // A connection that is lost is to end at once: nothing else may hold it.
    var begun = state.withLock { state in
      defer { state.first = nil }
      return state.first
    }
    let link = PostgreSQLLink(address, for: .writing, schema.settings, begun)
    var nextReading = ContinuousClock.now + Self.readingInterval
    while !state.withLock(\.isClosed) {
      do {
        if begun?.isLost == true { begun = nil }
        let connection = try link.connection(until: .now)
        if begun !== connection {
          begun = nil
          if let misfit = try misfit(connection) { return onMisfit(misfit) }
          begun = connection
          for handler in state.withLock(\.returnHandlers) { handler() }
        }
        try sendHints(connection)
        if ContinuousClock.now > nextReading {
          try clock.read(connection)
          nextReading = .now + Self.readingInterval
        }
        // Last, since hints also come along with the answers to what is sent here.
        for hint in try connection.takeNotices() {
          for handler in state.withLock(\.handlers) { handler(hint) }
        }
        pause(connection)
      } catch {
        // Whatever it is, as a database that is gone: it is looked for twice a second.
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
    link.drop()
  }

  /// Begins on a new connection: the reason why this node answers nobody any more, such as
  /// another version's tables; nil where it fits.
  private func misfit(_ connection: PostgreSQLConnection) throws -> StoreError? {
    do {
      try schema.join(connection)
      try connection.run("LISTEN \(Self.channel)")
      try clock.read(connection)
      return nil
    } catch let error as StoreError where error.code == .failed {
      return error
    } catch {
      // Half begun is not begun: the next try has a new connection.
      connection.giveUp()
      throw error
    }
  }

  private func sendHints(_ connection: PostgreSQLConnection) throws {
    let hints = state.withLock { state in
      defer { state.hints = [] }
      return Set(state.hints)
    }
    if hints.isEmpty { return }
    _ = try connection.exchange(
      hints.map { SQLStatement("SELECT pg_notify('\(Self.channel)', ?)", [.text($0)]) })
  }

  /// Waits for a hint of this node or of another one, or until the clock is to be read.
  private func pause(_ connection: PostgreSQLConnection) {
    var places = [
      pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeOut, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&places, 2, 2_000)
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wakeOut, &bytes, bytes.count) > 0 {}
  }

  private static let channel = "countersign"
  private static let readingInterval = Duration.seconds(5)
}
