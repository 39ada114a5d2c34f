import CountersignCore
import NIOCore
import Synchronization

/// The open connections of a server, shared by the networks that they come from.
///
/// A new connection always finds a place. If all are taken, or those of its network, one that waits
/// for its client makes room, of the network that has the most. What is being answered stays.
/// If nothing waits, the connection is of a small reserve, in which health is answered and nothing
/// else. A connection whose head does not come, or whose client does not read, is closed.
///
/// The head of a connection that makes room may have come, and not be read yet. So that connection
/// is not closed, but one of the reserve: a probe of health is answered.
///
/// Trusted proxies bring the connections of all others, so they have no share, and make no room.
final class ConnectionTable: Sendable {
  fileprivate struct State {
    /// In no order: the place of one that closes is taken by the last.
    var connections: [OpenConnection] = []
    var places: [ObjectIdentifier: Int] = [:]
    var counts: [RequesterNetwork: Int] = [:]
    /// Oldest first.
    var reserve: [OpenConnection] = []
    /// The place at which the next search begins.
    var hand = 0
    var isWatched = false
  }

  private let slot: ServiceSlot
  private let settings: ServerSettings
  private let state = Mutex(State())

  init(_ slot: ServiceSlot, _ settings: ServerSettings) {
    (self.slot, self.settings) = (slot, settings)
  }

  /// Takes a connection in; another one may be closed for it.
  func open(_ channel: any Channel) -> OpenConnection {
    let address = channel.remoteAddress.map { NetworkAddress($0) }
    let network = address.flatMap { settings.trustedProxies.trust($0) ? nil : $0.network }
    let policy = slot.service?.requests ?? RequestPolicy()
    let (connection, displaced) = state.withLock { state in
      watch(on: channel.eventLoop, &state)
      let room = state.room(for: network, policy)
      let connection = OpenConnection(channel, network)
      var displaced: OpenConnection?
      switch room {
      case .free: state.add(connection)
      case .of(let waiting):
        state.remove(waiting)
        state.add(connection)
        displaced = waiting.mayHaveSentHead ? state.addToReserve(waiting) : waiting
      case .none: displaced = state.addToReserve(connection)
      }
      return (connection, displaced)
    }
    displaced?.close()
    channel.closeFuture.whenComplete { [weak self, weak connection] _ in
      if let connection { self?.state.withLock { $0.remove(connection) } }
    }
    return connection
  }

  /// The number of connections beside those of the reserve.
  var count: Int { state.withLock { $0.connections.count } }

  private func watch(on eventLoop: any EventLoop, _ state: inout State) {
    guard !state.isWatched else { return }
    state.isWatched = true
    eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) {
      [weak self] task in
      guard let self else { return task.cancel() }
      closeLate()
    }
  }

  /// Closes the connections whose client takes too long.
  private func closeLate() {
    let now = OpenConnection.now
    let late = state.withLock { state in
      (state.connections + state.reserve).filter { $0.isLate(at: now, settings) }
    }
    for connection in late { connection.close() }
  }
}

extension ConnectionTable.State {
  /// The room for a further connection.
  fileprivate enum Room: Equatable {
    case free
    /// In the place of one that waits.
    case of(OpenConnection)
    case none
  }

  fileprivate mutating func room(for network: RequesterNetwork?, _ policy: RequestPolicy) -> Room {
    let levels = network?.levels ?? []
    let used = levels.map { counts[$0] ?? 0 }
    if let full = SharedBound.firstFull(policy.connectionsPerNetwork, used: used) {
      return longestWaiting { $0.network?.levels[full] == levels[full] }
    }
    return connections.count < policy.connections ? .free : longestWaiting { _ in true }
  }

  /// Searches some for the one that waits the longest, of the network that has the most.
  private mutating func longestWaiting(where isChosen: (OpenConnection) -> Bool) -> Room {
    var found: (connection: OpenConnection, count: Int, since: UInt64)?
    for _ in 0..<min(connections.count, Self.searched) {
      hand = (hand + 1) % connections.count
      let connection = connections[hand]
      guard let network = connection.network, let since = connection.waitsSince,
        isChosen(connection)
      else { continue }
      let count = counts[network.widest] ?? 0
      if let found, (count, found.since) <= (found.count, since) { continue }
      found = (connection, count, since)
    }
    return found.map { .of($0.connection) } ?? .none
  }

  fileprivate mutating func add(_ connection: OpenConnection) {
    places[ObjectIdentifier(connection)] = connections.count
    connections.append(connection)
    for level in connection.network?.levels ?? [] { counts[level, default: 0] += 1 }
  }

  /// Has a connection answered for health alone.
  ///
  /// - Returns: The oldest of the reserve, where that is too large now.
  fileprivate mutating func addToReserve(_ connection: OpenConnection) -> OpenConnection? {
    connection.enterReserve()
    reserve.append(connection)
    return reserve.count > Self.mostInReserve ? reserve.removeFirst() : nil
  }

  fileprivate mutating func remove(_ connection: OpenConnection) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(connection)) else {
      reserve.removeAll { $0 === connection }
      return
    }
    let last = connections.removeLast()
    if last !== connection {
      connections[place] = last
      places[ObjectIdentifier(last)] = place
    }
    for level in connection.network?.levels ?? [] {
      let count = (counts[level] ?? 1) - 1
      counts[level] = count > 0 ? count : nil
    }
  }

  /// The most connections that a search passes: enough to meet those of a flood, and few enough for
  /// each new connection.
  private static let searched = 128

  /// The connections that are answered for health where all others are taken.
  private static let mostInReserve = 64
}

/// An open connection, by what it waits for.
///
/// Only its event loop changes its phase, and all threads look at it.
final class OpenConnection: Sendable, Equatable {
  /// The phases of a connection.
  enum Phase: UInt64 {
    /// A head is on its way, the first one from the beginning of the connection on: the time of a
    /// TLS handshake counts with it.
    case head
    /// Nothing comes between two requests.
    case idle
    /// A body is on its way.
    case body
    /// An answer is.
    case answer
  }

  /// The network that it comes from; nil for a trusted proxy.
  let network: RequesterNetwork?
  private let channel: any Channel
  /// The phase in the lowest two bits, and in the others the millisecond in which it began.
  private let phase: Atomic<UInt64>
  /// The millisecond in which the client stopped reading; 0 while it reads.
  private let stalled = Atomic<UInt64>(0)
  private let reserve = Atomic(false)

  fileprivate init(_ channel: any Channel, _ network: RequesterNetwork?) {
    (self.channel, self.network) = (channel, network)
    phase = Atomic(Self.now << 2 | Phase.head.rawValue)
  }

  /// The moment in milliseconds, by a clock that nobody sets.
  fileprivate static var now: UInt64 { NIODeadline.now().uptimeNanoseconds / 1_000_000 }

  static func == (one: OpenConnection, other: OpenConnection) -> Bool { one === other }

  /// True if it is answered for health alone.
  var isOfReserve: Bool { reserve.load(ordering: .relaxed) }

  fileprivate func enterReserve() { reserve.store(true, ordering: .relaxed) }

  /// True if a head is on its way, which may have come and not be read yet.
  fileprivate var mayHaveSentHead: Bool {
    phase.load(ordering: .relaxed) & 3 == Phase.head.rawValue
      && stalled.load(ordering: .relaxed) == 0
  }

  /// Begins a phase.
  func enter(_ phase: Phase) {
    self.phase.store(Self.now << 2 | phase.rawValue, ordering: .relaxed)
  }

  /// Notes bytes that came: after a rest they begin a head.
  func receive() {
    if phase.load(ordering: .relaxed) & 3 == Phase.idle.rawValue { enter(.head) }
  }

  /// Notes if the client takes what is written.
  func note(isWritable: Bool) {
    stalled.store(isWritable ? 0 : Self.now, ordering: .relaxed)
  }

  /// The millisecond since which it waits for its client; nil while it is answered.
  fileprivate var waitsSince: UInt64? {
    let stalled = stalled.load(ordering: .relaxed)
    if stalled > 0 { return stalled }
    let value = phase.load(ordering: .relaxed)
    return value & 3 == Phase.answer.rawValue ? nil : value >> 2
  }

  fileprivate func isLate(at now: UInt64, _ settings: ServerSettings) -> Bool {
    let stalled = stalled.load(ordering: .relaxed)
    if stalled > 0, now > stalled + UInt64(settings.sendSeconds) * 1000 { return true }
    let value = phase.load(ordering: .relaxed)
    switch Phase(rawValue: value & 3) {
    case .head:
      let seconds = isOfReserve ? min(2, settings.headSeconds) : settings.headSeconds
      return now > (value >> 2) + UInt64(seconds) * 1000
    case .idle: return isOfReserve
    case .body, .answer, nil: return false
    }
  }

  fileprivate func close() { channel.close(promise: nil) }
}

/// Notes the bytes that come on a connection, encrypted ones too, before anything reads them.
final class ReceivedBytes: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: OpenConnection

  init(_ connection: OpenConnection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.receive()
    context.fireChannelRead(data)
  }
}
