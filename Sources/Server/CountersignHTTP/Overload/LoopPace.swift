import CountersignCore
import HTTPTypes
import NIOCore
import Synchronization

/// The turns of one event loop: in each it takes what came on its connections, then begins the
/// requests.
///
/// Where the processor is short, few requests are under way: they wait in sockets, and in the turn
/// behind others. Turns grow long then. One long turn is a burst, or a process that was stopped for
/// a moment; in a row of long ones a queue stands. Each turn then serves as many requests as it can
/// begin in half the time of a long one, so that turns are short again.
struct LoopTurns {
  private var policy = RequestPolicy()
  private var tookAt: ContinuousClock.Instant
  private var lastBeganAt: ContinuousClock.Instant
  /// The start of the newest turn that no queue stood in.
  private var calmAt: ContinuousClock.Instant
  /// The long turns since.
  private var longTurns = 0
  /// The newest turn that shed something; nil while no queue stands.
  private var lastShedAt: ContinuousClock.Instant?
  private var isTaking = false
  private var isShort = true
  /// The requests of this turn that are served.
  private var served = 0
  /// The networks that they came from, and those of them that open a ceremony; noted while a queue
  /// stands.
  private var networks: Set<RequesterNetwork> = []
  private var openings = 0
  /// The requests of a turn that are served while a queue stands.
  private var room = 0
  /// Those of them that may open a ceremony.
  private var roomOfOpenings: Int { RequestPolicy.placesForOptions(of: room) }

  /// The turns of a loop that has done nothing yet.
  init(at moment: ContinuousClock.Instant) {
    (tookAt, lastBeganAt, calmAt) = (moment, moment, moment)
  }

  /// Takes a part of a request; the first after a request has begun or was answered opens a turn.
  ///
  /// - Parameter now: Tells the time, and is asked once a turn.
  mutating func take(_ now: () -> ContinuousClock.Instant) {
    guard !isTaking else { return }
    isTaking = true
    measure()
    tookAt = now()
    (served, openings) = (0, 0)
    networks.removeAll(keepingCapacity: true)
    // A loop that has rested had no queue either.
    if isShort || tookAt - lastBeganAt > policy.patience {
      (calmAt, longTurns) = (tookAt, 0)
    } else {
      longTurns += 1
    }
    if let last = lastShedAt {
      if tookAt - last > policy.recovery { lastShedAt = nil }
    } else if longTurns >= Self.row, tookAt - calmAt > policy.patience {
      lastShedAt = tookAt
    }
  }

  /// Tells if a request whose head was taken is to be served.
  ///
  /// - Parameters:
  ///   - opensCeremony: Tells if it opens a ceremony; half of the room is kept for the others.
  ///   - network: Tells where it came from; the first of each finds half as much room more.
  ///   - now: Tells the time, and is asked where a request may be shed.
  /// - Returns: False for one that is to be shed.
  mutating func admit(
    opensCeremony: @autoclosure () -> Bool, from network: @autoclosure () -> RequesterNetwork,
    _ now: () -> ContinuousClock.Instant
  ) -> Bool {
    if lastShedAt != nil {
      let (opens, network) = (opensCeremony(), network())
      let more = networks.contains(network) ? 0 : 1
      if served >= room + more * room / 2
        || opens && openings >= roomOfOpenings + more * roomOfOpenings / 2
      {
        guard now() - tookAt > policy.patience else {
          lastShedAt = tookAt
          return false
        }
        // The heads that filled this turn wait for bodies that do not come: nothing begins.
        isTaking = false
        take(now)
      }
      if opens { openings += 1 }
      networks.insert(network)
    }
    served += 1
    return true
  }

  /// Ends the taking of this turn: what is taken from now on is another's.
  mutating func answer() { isTaking = false }

  /// Begins a request, which ends the taking too.
  ///
  /// - Parameters:
  ///   - moment: The time.
  ///   - policy: The numbers by which the next turns are measured.
  mutating func begin(at moment: ContinuousClock.Instant, _ policy: RequestPolicy) {
    self.policy = policy
    isTaking = false
    lastBeganAt = moment
    isShort = moment - tookAt <= policy.late
  }

  /// Makes room for as many requests as the last turn would have begun in half the time of a long
  /// one; it grows by a fourth, and shrinks at once.
  private mutating func measure() {
    let length = max(lastBeganAt - tookAt, .microseconds(1))
    let fitting = Double(served) * (policy.late / 2 / length)
    let most = lastShedAt == nil ? Double(served) : Double(room) * 1.25 + 1
    // A short turn to which few came says nothing of how many could have.
    let isFull = served >= room || openings >= roomOfOpenings
    guard isFull || length > policy.late / 2 else { return }
    room = max(policy.leastPerTurn, Int(min(fitting, most)))
  }

  /// So many long turns are a row: one alone can last for any time.
  private static let row = 3
}

/// The turns of one event loop, for those who take and those who begin.
///
/// Both are on the loop, so that nobody ever waits for the lock.
final class LoopPace: Sendable {
  /// The pace of the loop that serves the running task's connection; nil where the loop is not this
  /// server's own.
  @TaskLocal static var current: LoopPace?

  private let now: @Sendable () -> ContinuousClock.Instant
  private let turns: Mutex<LoopTurns>

  init(_ now: @escaping @Sendable () -> ContinuousClock.Instant) {
    self.now = now
    turns = Mutex(LoopTurns(at: now()))
  }

  /// Takes the head of a request.
  ///
  /// - Parameters:
  ///   - head: The head that a request begins with.
  ///   - network: Tells where it came from.
  /// - Returns: False for a request that is to be shed.
  func take(_ head: HTTPRequest, from network: @autoclosure () -> RequesterNetwork) -> Bool {
    turns.withLock { turns in
      turns.take(now)
      return turns.admit(opensCeremony: head.opensCeremony, from: network(), now)
    }
  }

  /// Takes another part of a request.
  func take() { turns.withLock { $0.take(now) } }

  /// Answers a request, whether it has begun or was served without.
  func answer() { turns.withLock { $0.answer() } }

  /// Begins a request.
  func begin(_ policy: RequestPolicy) { turns.withLock { $0.begin(at: now(), policy) } }
}

/// The paces of the event loops of a server, each found once for a connection.
package final class LoopPaces: Sendable {
  private let now: @Sendable () -> ContinuousClock.Instant
  private let paces = Mutex<[ObjectIdentifier: LoopPace]>([:])

  /// Paces by a clock.
  init(_ now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

  /// The pace of a loop.
  func pace(of loop: any EventLoop) -> LoopPace {
    paces.withLock { paces in
      let id = ObjectIdentifier(loop)
      if let pace = paces[id] { return pace }
      let pace = LoopPace(now)
      paces[id] = pace
      return pace
    }
  }
}

extension HTTPRequest {
  /// True if it asks for the options of a ceremony (Web Authentication, section 7), so that another
  /// request has to follow it.
  var opensCeremony: Bool {
    guard let path else { return false }
    let target = path.utf8.prefix { $0 != UInt8(ascii: "?") }
    // The router takes no notice of slashes at the end.
    guard let last = target.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return false }
    return target[...last].suffix(8).elementsEqual("/options".utf8)
  }
}
