import CountersignCore
import Logging
import Synchronization

/// Admits a request if it can be answered in time, and sheds it before any work is done if not.
///
/// Where the processor is short, turns of the event loop take long, and ``ConnectionGuard`` sheds
/// what a turn is too long for (``LoopPace``). Where a commit takes long, many requests are under
/// way, and a place is missing here: there are fewer while answers take too long
/// (``AnswerTimes``). A burst finds more places than a queue that stands. A request that opens a
/// ceremony finds one while fewer than half of them are taken: whoever has signed is served before
/// others begin. A network that has none under way finds half as many more: so one that sends
/// without end is not in the way of all others.
final class AdmissionGate: Sendable {
  private let slot: ServiceSlot
  private let now: @Sendable () -> ContinuousClock.Instant
  private let underWay = Atomic(0)
  /// Those under way of each network, with all that one line can have.
  private let networks = Mutex<[RequesterNetwork: Int]>([:])
  /// The places by the times that answers took; before the first, no limit beside the policy's.
  private let places = Atomic(Int.max)
  private let crowd: Crowd
  private let crowdOfOpenings: Crowd
  private let overload: Mutex<Overload>

  /// A gate before a service, by a clock.
  init(_ slot: ServiceSlot, _ now: @escaping @Sendable () -> ContinuousClock.Instant) {
    (self.slot, self.now) = (slot, now)
    let moment = now()
    crowd = Crowd(at: moment)
    crowdOfOpenings = Crowd(at: moment)
    overload = Mutex(Overload(spell: OverloadSpell(at: moment)))
  }

  /// Tells if a request that came now would find no place.
  func isFull(opensCeremony: Bool) -> Bool {
    guard let service = slot.service else { return false }
    let policy = service.requests
    let places = places(of: policy, opensCeremony: opensCeremony)
    var others = underWay.load(ordering: .relaxed)
    guard others >= places else { return false }
    others -= service.pinsUnderWay
    guard others >= places else { return false }
    return !isOfBurst(others, places, policy, opensCeremony: opensCeremony, comes: false)
  }

  /// Serves a request that has a place among those under way until it is served.
  ///
  /// - Parameters:
  ///   - policy: The deployment's numbers.
  ///   - network: Where the request came from.
  ///   - pace: The pace of the request's event loop; nil where it is not this server's own.
  ///   - opensCeremony: Whether another request has to follow it.
  ///   - elsewhere: Tells how many of those under way wait where other limits hold.
  ///   - logger: Takes a line when requests begin to be shed.
  ///   - serve: The work of the request.
  /// - Returns: Its outcome.
  /// - Throws: `Refusal` `overloaded` where nothing of the work was done; and what the work throws.
  func admit<Outcome>(
    _ policy: RequestPolicy, from network: RequesterNetwork, _ pace: LoopPace?,
    opensCeremony: Bool, elsewhere: @autoclosure () -> Int, _ logger: Logger,
    _ serve: () async throws -> Outcome
  ) async throws -> Outcome {
    pace?.begin(policy)
    var others = underWay.add(1, ordering: .relaxed).oldValue
    defer { underWay.subtract(1, ordering: .relaxed) }
    // A few are few, wherever they wait.
    if others >= policy.few { others -= elsewhere() }
    if others < places(of: policy, opensCeremony: false) { crowd.end() }
    if others < places(of: policy, opensCeremony: true) { crowdOfOpenings.end() }
    let line = network.widest
    let isFirst = networks.withLock { networks in
      networks[line, default: 0] += 1
      return networks[line] == 1
    }
    defer { leave(line) }
    var places = places(of: policy, opensCeremony: opensCeremony)
    if isFirst { places += places / 2 }
    if others >= places,
      !isOfBurst(others, places, policy, opensCeremony: opensCeremony, comes: true)
    {
      throw shed(for: .full, logger)
    }
    let start = now()
    defer { noteAnswer(since: start, beside: others, policy) }
    return try await serve()
  }

  private func leave(_ line: RequesterNetwork) {
    networks.withLock { networks in
      let count = (networks[line] ?? 1) - 1
      networks[line] = count > 0 ? count : nil
    }
  }

  private func noteAnswer(
    since start: ContinuousClock.Instant, beside others: Int, _ policy: RequestPolicy
  ) {
    let moment = now()
    overload.withLock { overload in
      let isCalm = !overload.spell.hasShed(since: moment - policy.recovery)
      overload.times.note(moment - start, beside: others, isCalm: isCalm, policy)
      places.store(overload.times.places(policy), ordering: .relaxed)
    }
  }

  private func places(of policy: RequestPolicy, opensCeremony: Bool) -> Int {
    let all = min(policy.underWay, places.load(ordering: .relaxed))
    return opensCeremony ? RequestPolicy.placesForOptions(of: all) : all
  }

  /// Tells if a request that finds its places taken is one of a burst: they were not taken for
  /// long, and nothing is shed.
  private func isOfBurst(
    _ others: Int, _ places: Int, _ policy: RequestPolicy, opensCeremony: Bool, comes: Bool
  ) -> Bool {
    guard others / policy.burst < places else { return false }
    let moment = now()
    let hasShed = overload.withLock { $0.spell.hasShed(since: moment - policy.recovery) }
    guard !hasShed else { return false }
    return opensCeremony
      ? crowdOfOpenings.isYoung(at: moment, policy, begins: comes)
      : crowd.isYoung(at: moment, policy, begins: comes)
  }

  /// Sheds a request that comes too late, and counts the refusal, of which no route will learn.
  ///
  /// - Parameter logger: Takes a line if none was shed for a while.
  /// - Returns: The refusal, with the time to wait.
  func shedLate(_ logger: Logger) -> Refusal {
    let refusal = shed(for: .late, logger)
    slot.service?.metrics?.noteRefusal(for: refusal.reason)
    return refusal
  }

  private func shed(for cause: SheddingCause, _ logger: Logger) -> Refusal {
    let moment = now()
    slot.service?.metrics?.noteShed(for: cause)
    let (isFirst, seconds) = overload.withLock {
      ($0.spell.shed(at: moment), $0.spell.retryAfterSeconds)
    }
    if isFirst {
      let count = underWay.load(ordering: .relaxed)
      logger.warning(
        "requests are shed",
        metadata: ["cause": .string(cause.rawValue), "underWay": .stringConvertible(count)])
    }
    var refusal = Refusal(
      .overloaded, "the server has too much to do, and nothing was done; try again in a moment")
    refusal.retryAfterSeconds = seconds
    return refusal
  }
}

/// The load as a gate sees it.
private struct Overload {
  var spell: OverloadSpell
  var times = AnswerTimes()
}

/// The time in which requests of a kind find all of their places taken.
private struct Crowd: ~Copyable {
  private let stands = Atomic(false)
  private let beganAt: Mutex<ContinuousClock.Instant>

  /// No crowd yet.
  init(at moment: ContinuousClock.Instant) { beganAt = Mutex(moment) }

  func end() {
    // Nearly always none stands, and a look at it costs nothing.
    if stands.load(ordering: .relaxed) { stands.store(false, ordering: .relaxed) }
  }

  /// Tells if it stands for no longer than the patience.
  func isYoung(
    at moment: ContinuousClock.Instant, _ policy: RequestPolicy, begins: Bool
  ) -> Bool {
    beganAt.withLock { beganAt in
      if stands.load(ordering: .relaxed) { return moment - beganAt <= policy.patience }
      if begins {
        beganAt = moment
        stands.store(true, ordering: .relaxed)
      }
      return true
    }
  }
}

/// A time in which requests are shed.
///
/// It spreads the moments at which they come again: in turn over as many seconds as the spell has
/// lasted.
struct OverloadSpell {
  private var beganAt: ContinuousClock.Instant
  private var lastAt: ContinuousClock.Instant
  private var count: Int64 = 0

  /// A spell in which nothing was shed yet.
  init(at moment: ContinuousClock.Instant) { (beganAt, lastAt) = (moment, moment) }

  /// Sheds a request; returns true if it is the first of a spell.
  mutating func shed(at moment: ContinuousClock.Instant) -> Bool {
    let isFirst = count == 0 || moment - lastAt > Self.pause
    if isFirst { (beganAt, count) = (moment, 0) }
    lastAt = moment
    count += 1
    return isFirst
  }

  /// Tells if a request was shed at a moment or later.
  func hasShed(since moment: ContinuousClock.Instant) -> Bool { count > 0 && lastAt >= moment }

  /// The wait of the newest request, in seconds: 1 to 10.
  var retryAfterSeconds: Int64 {
    let span = min((lastAt - beganAt).components.seconds, Self.mostSeconds - 1) + 1
    return 1 + (count - 1) % span
  }

  /// The time without shedding that ends a spell: longer than the longest wait that is asked for,
  /// so that whoever comes again belongs to it.
  private static let pause = Duration.seconds(15)
  private static let mostSeconds: Int64 = 10
}
