import Synchronization
import Tracing

/// The log of faults of jobs, with texts that hold no secret.
public struct OutboxLog: Sendable {
  /// A note: the kind of job, and a text for the log.
  public typealias Note = @Sendable (JobName, String) -> Void

  let failure: Note
  let alarm: Note

  /// A log.
  ///
  /// - Parameters:
  ///   - failure: Told of each try that failed.
  ///   - alarm: Gets every fault that somebody has to look at.
  public init(failure: @escaping Note, alarm: @escaping Note) {
    self.failure = failure
    self.alarm = alarm
  }

  /// Tells nobody.
  public static let silent = OutboxLog(failure: { _, _ in }, alarm: { _, _ in })
}

/// Runs the outbox's jobs: one loop for all kinds, each job in a task of its own.
///
/// A target that is slow holds up its own jobs, in the places of a target; all others go on. A job
/// whose kind nothing here runs, or whose target nothing here reaches, stays where it is, with an
/// alarm.
public final class OutboxWorker: Sendable {
  private struct State {
    /// The number of jobs of each kind, and of each target, that are under way or about to be.
    var taken: [JobName: [JobTarget: Int]] = [:]
    /// The targets whose last try failed: until one succeeds they have one place each.
    var failing: Set<JobTarget> = []
    /// The moment of the last alarm of each target that nothing reaches.
    var alarmedAt: [JobTarget: Timestamp] = [:]
  }

  private let leases: JobLeases
  private let kinds: [JobName: any JobKind]
  private let bell: OutboxBell
  private let log: OutboxLog
  private let metrics: ServerMetrics?
  private let tracer: (any Tracer)?
  private let state = Mutex(State())

  init(
    leases: JobLeases, kinds: [any JobKind], bell: OutboxBell, log: OutboxLog,
    metrics: ServerMetrics?, tracer: (any Tracer)?
  ) {
    self.leases = leases
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { first, _ in first }
    self.bell = bell
    self.log = log
    self.metrics = metrics
    self.tracer = tracer
  }

  /// Runs jobs until the task is cancelled: at once when one was put in, and every second for what
  /// a crash or a failed try left.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.bell.ring(every: .seconds(1)) }
      for await _ in bell.rings {
        for (target, pace) in await dueTargets(only: []) {
          // Each begins as soon as it is leased.
          for job in await take(target, pace) {
            group.addTask {
              await self.run(job)
              // Another job of its line, or of its kind, can have waited for it.
              self.bell.ring()
            }
          }
        }
      }
    }
  }

  /// Runs the jobs that are due now, and those that wait for one of them.
  ///
  /// - Parameter names: The kinds to run; none for all.
  /// - Returns: How many tries there were.
  @discardableResult
  public func runDue(only names: JobName...) async -> Int {
    await withTaskGroup(of: Void.self) { group in
      var count = 0
      repeat {
        for (target, pace) in await dueTargets(only: Set(names)) {
          for job in await take(target, pace) {
            count += 1
            group.addTask { await self.run(job) }
          }
        }
      } while await group.next() != nil
      return count
    }
  }

  /// The targets with a job that is due and can be run here.
  private func dueTargets(
    only wanted: Set<JobName>
  ) async -> [(target: JobTarget, pace: JobPace)] {
    var targets: [(target: JobTarget, pace: JobPace)] = []
    do {
      for target in try await leases.dueTargets()
      where wanted.isEmpty || wanted.contains(target.kind) {
        guard let kind = kinds[target.kind] else {
          alarm(of: JobTarget(kind: target.kind, name: ""), "nothing here runs their kind")
          continue
        }
        guard try await kind.reaches(target.name) else {
          alarm(of: target, "nothing here reaches their target \(target.name)")
          continue
        }
        targets.append((target, kind.terms.pace))
      }
    } catch {
      for name in kinds.keys { log.alarm(name, "outbox not read: \(error)") }
    }
    return targets
  }

  /// Leases what is due, as far as there is room; each job that it gives has a place to give back.
  private func take(_ target: JobTarget, _ pace: JobPace) async -> [LeasedJob] {
    var jobs: [LeasedJob] = []
    while true {
      let room = reservePlaces(of: target, pace)
      if room == 0 { return jobs }
      var taken: [LeasedJob] = []
      do {
        taken = try await leases.take(target, most: room, seconds: pace.leaseSeconds)
      } catch {
        log.alarm(target.kind, "jobs not leased: \(error)")
      }
      giveBack(room - taken.count, of: target)
      // Fewer than there was room for may be those of a line: the next look is past it.
      if taken.isEmpty { return jobs }
      jobs += taken
    }
  }

  private func run(_ job: LeasedJob) async {
    defer { giveBack(1, of: job.target) }
    guard let kind = kinds[job.target.kind] else { return }
    // Leased so slowly, it may be under way elsewhere.
    guard leases.clock.now() < job.lease.end else {
      log.failure(kind.name, "a lease ended before its try began; the job is tried again")
      return
    }
    guard let tracer else {
      await run(job, of: kind)
      return
    }
    await tracer.trace("job \(kind.name)", .consumer, in: job.trace) { span in
      span.attributes["countersign.job.try"] = job.lease.attempts
      if case .again = await run(job, of: kind) { span.setStatus(SpanStatus(code: .error)) }
    }
  }

  /// Runs a job once and writes what came of it.
  ///
  /// - Returns: What follows.
  @discardableResult
  private func run(_ job: LeasedJob, of kind: any JobKind) async -> JobResult.Verdict {
    let result: JobResult
    do {
      result = try await kind.run(job)
      note(result.verdict, of: job.target)
    } catch {
      log.alarm(kind.name, "a job cannot be run: \(error)")
      result = JobResult(.again(reason: "it cannot be run"))
    }
    do {
      let isHeld = try await leases.settle(job.lease, result, kind.terms) { _, isHeld in isHeld }
      if isHeld {
        metrics?.noteJob(
          of: kind.name, result.outcome(afterTries: job.lease.attempts, kind.terms.end))
        report(result, of: kind, try: job.lease.attempts)
      } else {
        log.failure(kind.name, "a try outlived its lease; its result is dropped")
      }
    } catch {
      log.alarm(kind.name, "a result is not stored: \(error)")
    }
    return result.verdict
  }

  private func report(
    _ result: JobResult, of kind: any JobKind, try attempts: Int64
  ) {
    let reason: String
    switch result.verdict {
    case .done: return
    case .again(let text), .over(let text): reason = text
    }
    let outlook = result.verdict.outlook(afterTries: attempts, kind.terms.end)
    let isGivenUp = outlook == .givenUp
    let text = "\(reason); try \(attempts), \(isGivenUp ? "given up" : "tried again later")"
    let isAlarm =
      switch (result.urgency, kind.terms.alarm) {
      case (.alarm, _): true
      case (.ofKind, .never): false
      case (.ofKind, .whenGivenUp): isGivenUp
      case (.ofKind, .fromTry(let first)): attempts >= first
      }
    (isAlarm ? log.alarm : log.failure)(kind.name, text)
  }

  private func alarm(of target: JobTarget, _ cause: String) {
    let now = leases.clock.now()
    let isNews = state.withLock { state in
      if let last = state.alarmedAt[target], now < last.adding(seconds: Self.alarmSeconds) {
        return false
      }
      state.alarmedAt[target] = now
      return true
    }
    if isNews { log.alarm(target.kind, "jobs are due, and \(cause); they stay") }
  }

  /// A target that is away takes one place after its first failure.
  ///
  /// Else a few such targets would take all places.
  private func note(_ verdict: JobResult.Verdict, of target: JobTarget) {
    state.withLock { state in
      switch verdict {
      case .again: state.failing.insert(target)
      case .done, .over: state.failing.remove(target)
      }
    }
  }

  private func reservePlaces(of target: JobTarget, _ pace: JobPace) -> Int {
    state.withLock { state in
      let taken = state.taken[target.kind, default: [:]]
      let most = state.failing.contains(target) ? 1 : pace.concurrentJobsPerTarget
      let room = max(
        0,
        min(
          pace.concurrentJobs - taken.values.reduce(0, +),
          most - taken[target, default: 0]))
      if room > 0 { state.taken[target.kind, default: [:]][target, default: 0] += room }
      return room
    }
  }

  private func giveBack(_ count: Int, of target: JobTarget) {
    state.withLock { state in
      let left = (state.taken[target.kind]?[target] ?? 0) - count
      state.taken[target.kind]?[target] = left > 0 ? left : nil
    }
  }

  /// Seconds between two alarms of a target that nothing reaches.
  private static let alarmSeconds: Int64 = 3600
}

/// Wakes the outbox's worker when a command has put something in.
///
/// A hint only: the worker looks by itself as well, so that a lost ring loses no job. One worker at
/// a time listens.
final class OutboxBell: Sendable {
  /// The rings; those that come while one is waiting are one.
  let rings: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Says that there may be something to do.
  func ring() { continuation.yield() }

  /// Rings now, and by itself after each pause, until the task is cancelled.
  func ring(every pause: Duration) async {
    repeat { ring() } while (try? await Task.sleep(for: pause)) != nil
  }
}
