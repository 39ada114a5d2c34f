import CountersignCore
import Foundation
import Synchronization

/// A node's presence at its database: one connection, on a thread of its own.
///
/// It holds the locks of a node that serves and of one that vouches for the database, carries hints
/// to and from the other nodes, and reads the database's clock.
final class PostgreSQLPresence: ChangeRelay {
  private struct State {
    var hints: [String] = []
    var handlers: [@Sendable (String) -> Void] = []
    var returnHandlers: [@Sendable () -> Void] = []
    var isClosed = false
    /// Tells if a database is the one that this node knows; nil before its first look is complete.
    var recognition: StoreRecognition?
    /// The moment of the next try to vouch for the database; nil once the node does.
    var nextTry: ContinuousClock.Instant?
    /// The calls that wait for that try.
    var waiting: [CheckedContinuation<Void, any Error>] = []
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

  /// Has this node vouch for the database, by each connection on which it knows the database.
  ///
  /// Returns after the first try. Where the connection is lost, the try follows once it is back.
  ///
  /// - Throws: `StoreError`: why the try failed.
  func vouch(knowing recognition: @escaping StoreRecognition) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let isClosed = state.withLock { state in
        if state.isClosed { return true }
        (state.recognition, state.nextTry) = (recognition, .now)
        state.waiting.append(continuation)
        return false
      }
      if isClosed { continuation.resume(throwing: StoreError.closed) } else { wake() }
    }
  }

  /// Ends the presence: the locks are free, and no hint comes any more.
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
    defer {
      state.withLock { $0.isClosed = true }
      for waiting in takeWaiting() { waiting.resume(throwing: StoreError.closed) }
    }
    var nextReading = ContinuousClock.now + Self.readingInterval
    while !state.withLock(\.isClosed) {
      do {
        if begun?.isLost == true { begun = nil }
        let connection = try link.connection(until: .now)
        if begun !== connection {
          begun = nil
          if let misfit = try misfit(connection) { return onMisfit(misfit) }
          begun = connection
          // Another connection may lead to another database.
          state.withLock { $0.nextTry = .now }
          for handler in state.withLock(\.returnHandlers) { handler() }
        }
        try sendHints(connection)
        tryToVouch(by: connection)
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
        // Nobody waits for a database that is away.
        for waiting in takeWaiting() { waiting.resume() }
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

  /// Vouches for the database of a connection if this node knows it, where a try is due.
  private func tryToVouch(by connection: PostgreSQLConnection) {
    let due = state.withLock { state in
      guard let next = state.nextTry, next <= .now, let known = state.recognition else {
        return (StoreRecognition, [CheckedContinuation<Void, any Error>])?.none
      }
      defer { state.waiting = [] }
      return (known, state.waiting)
    }
    guard let (recognition, waiting) = due else { return }
    let outcome = Result {
      guard try isKnown(connection, by: recognition) else { return false }
      try schema.vouch(connection)
      return true
    }
    state.withLock { state in
      // A later call has its own try.
      guard state.waiting.isEmpty else { return }
      state.nextTry = (try? outcome.get()) == true ? nil : .now + Self.tryInterval
    }
    for waiting in waiting {
      switch outcome {
      case .failure(let error) where !connection.isLost:
        waiting.resume(throwing: StoreError.from(error))
      default: waiting.resume()
      }
    }
  }

  private func isKnown(
    _ connection: PostgreSQLConnection, by recognition: StoreRecognition
  ) throws -> Bool {
    let queue = StatementQueue(connection, beginning: PostgreSQLReaders.begin)
    defer { if queue.exchanges > 0 { connection.rollBack() } }
    return try recognition(PostgreSQLReadTransaction(queue: queue, seals: .none))
  }

  private func takeWaiting() -> [CheckedContinuation<Void, any Error>] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
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
  private static let tryInterval = Duration.seconds(1)
}
