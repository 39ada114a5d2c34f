package import CoreMetrics
import Synchronization
package import WireModel

/// Counts what a server and its store do, in the metrics of the process (swift-metrics), whatever
/// backend a host has chosen for them.
///
/// Labels have values of a few known kinds: templates of paths, scenarios, reasons. No path, person
/// or payee is one. Each instrument is made once, so that no request makes labels.
public final class ServerMetrics: Sendable {
  private struct Request: Hashable {
    let method: String
    let route: String
    let status: Int
  }

  private struct Approval: Hashable {
    let scenario: ScenarioName
    let proof: String
  }

  private struct JobTry: Hashable {
    let kind: JobName
    let outcome: JobOutcome
  }

  /// The instruments of the connections of one use.
  private struct Connections: Sendable {
    let busy: Gauge
    let idle: Gauge
    let waiting: Gauge
    let wait: CoreMetrics.Timer
  }

  private let factory: any MetricsFactory
  private let server: [(String, String)]
  private let requests = Instruments<Request, (Counter, CoreMetrics.Timer)>()
  private let approvals = Instruments<Approval, [ApprovalOutcome: Counter]>()
  private let refusals = Instruments<Reason, Counter>()
  private let shed = Instruments<SheddingCause, Counter>()
  private let jobs = Instruments<JobTry, Counter>()
  private let backlogs = Instruments<JobName, (jobs: Gauge, age: Gauge)>()
  private let retries = Instruments<RetryCause, Counter>()
  private let lostCommits = Instruments<LostCommitOutcome, Counter>()
  private let connections = Instruments<ConnectionUse, Connections>()
  private let commits: Counter
  private let commandsPerCommit: Recorder
  private let commitDuration: CoreMetrics.Timer
  private let openSessions: Gauge
  private let openStreams: Gauge
  private let gaugesRead: Gauge
  private let spansSent: Counter
  private let spansDropped: Counter

  /// The metrics of this process; nil if nothing collects any (`MetricsSystem.bootstrap`), so that
  /// no request pays for them.
  ///
  /// - Parameter server: The name that tells this server from others in the process; nil for the
  ///   only one.
  /// - Returns: The metrics, for a server or for its store.
  public static func ofProcess(server: String? = nil) -> ServerMetrics? {
    let factory = MetricsSystem.factory
    if factory is NOOPMetricsHandler { return nil }
    return ServerMetrics(factory, server: server)
  }

  /// Metrics that go to a factory.
  ///
  /// - Parameters:
  ///   - factory: The backend.
  ///   - server: The label `server` of each of them; nil for none.
  package init(_ factory: any MetricsFactory, server: String? = nil) {
    self.factory = factory
    let labels = server.map { [("server", $0)] } ?? []
    self.server = labels
    func counter(_ metric: Metric) -> Counter {
      Counter(label: metric.name, dimensions: labels, factory: factory)
    }
    func gauge(_ metric: Metric) -> Gauge {
      Gauge(label: metric.name, dimensions: labels, factory: factory)
    }
    commits = counter(.commits)
    (spansSent, spansDropped) = (counter(.spansSent), counter(.spansDropped))
    commandsPerCommit = Recorder(
      label: Metric.commandsPerCommit.name, dimensions: labels, aggregate: true, factory: factory)
    commitDuration = CoreMetrics.Timer(
      label: Metric.commitDuration.name, dimensions: labels, factory: factory)
    openSessions = gauge(.openSessions)
    openStreams = gauge(.openStreams)
    gaugesRead = gauge(.gaugesRead)
    gauge(.processStart).record(SystemClock().now().milliseconds / 1000)
    // There from the start, so that the first job is an increase, and the first that is shed.
    for cause in SheddingCause.allCases { _ = shedCounter(cause) }
    for cause in RetryCause.allCases { _ = retryCounter(cause) }
    for outcome in LostCommitOutcome.allCases { _ = lostCommitCounter(outcome) }
    for kind in [JobName.message, .notice, .event] {
      for outcome in JobOutcome.allCases { _ = jobCounter(kind, outcome) }
    }
  }

  /// Counts a request that was answered.
  ///
  /// - Parameters:
  ///   - method: The method, as it was sent.
  ///   - route: The template of the route's path; nil where no route has the path.
  ///   - status: The status of the answer.
  ///   - duration: The time from the head of the request to the head of the answer.
  package func noteAnswer(method: String, route: String?, status: Int, duration: Duration) {
    let method = Self.methods.contains(method) ? method : "other"
    let request = Request(method: method, route: route ?? "none", status: status)
    let (counter, timer) = requests.instrument(of: request) {
      let route = [("method", request.method), ("route", request.route)]
      return (
        Counter(
          label: Metric.requests.name,
          dimensions: server + route + [("status", "\(request.status)")], factory: factory),
        CoreMetrics.Timer(
          label: Metric.requestDuration.name, dimensions: server + route, factory: factory)
      )
    }
    counter.increment()
    timer.recordNanoseconds(duration.nanoseconds)
  }

  /// Counts a request that was refused.
  package func noteRefusal(for reason: Reason) {
    refusals.instrument(of: reason) {
      counter(.refusals, [("reason", reason.code)])
    }.increment()
  }

  /// Counts a request that was shed before anything of it was done; it is a refusal, too.
  package func noteShed(for cause: SheddingCause) { shedCounter(cause).increment() }

  /// Counts a protected action, by the kind of its proof as audit rows have it.
  package func noteApproval(
    of scenario: ScenarioName, by proof: String, _ outcome: ApprovalOutcome
  ) {
    approvals.instrument(of: Approval(scenario: scenario, proof: proof)) {
      let labels = [("scenario", scenario.text), ("proof", proof)]
      // All at once: the first failure beside what was executed is an increase, too.
      return Dictionary(
        uniqueKeysWithValues: ApprovalOutcome.allCases.map { outcome in
          (outcome, counter(.approvals, labels + [("outcome", outcome.rawValue)]))
        })
    }[outcome]?.increment()
  }

  /// Counts one try of a job.
  package func noteJob(of kind: JobName, _ outcome: JobOutcome) {
    jobCounter(kind, outcome).increment()
  }

  /// Shows how much of something there is now.
  package func note(_ gauges: ServiceGauges) {
    // A kind that had jobs before, and has none now, is shown as empty.
    for (jobs, age) in backlogs.all(but: Set(gauges.outbox.map(\.kind))) {
      jobs.record(0)
      age.record(0)
    }
    for backlog in gauges.outbox {
      let (jobs, age) = self.backlog(of: backlog.kind)
      jobs.record(backlog.jobs)
      age.record(Double(backlog.oldestMilliseconds) / 1000)
    }
    openSessions.record(gauges.openSessions)
    openStreams.record(gauges.openStreams)
    gaugesRead.record(Double(gauges.readAt.milliseconds) / 1000)
  }

  /// Counts a transaction that is durable, its commands, and the time that its commit took, fsync
  /// included.
  package func noteCommit(of commands: Int, in duration: Duration) {
    commits.increment()
    commandsPerCommit.record(commands)
    commitDuration.recordNanoseconds(duration.nanoseconds)
  }

  /// Counts a transaction that is run again.
  package func noteRetry(for cause: RetryCause) { retryCounter(cause).increment() }

  /// Counts a commit whose answer was lost, by what was found out about it.
  package func noteLostCommit(_ outcome: LostCommitOutcome) {
    lostCommitCounter(outcome).increment()
  }

  /// Shows how many connections to a database elsewhere work and wait for work, and how many
  /// commands or queries wait for one.
  package func noteConnections(of use: ConnectionUse, busy: Int, idle: Int, waiting: Int) {
    let gauges = instruments(of: use)
    gauges.busy.record(busy)
    gauges.idle.record(idle)
    gauges.waiting.record(waiting)
  }

  /// Counts the time for which a command or a query waited: it has a connection, or will get none.
  package func noteWait(for use: ConnectionUse, of duration: Duration) {
    instruments(of: use).wait.recordNanoseconds(duration.nanoseconds)
  }

  /// Counts spans of traces.
  package func noteSpans(sent: Int, dropped: Int) {
    spansSent.increment(by: sent)
    spansDropped.increment(by: dropped)
  }

  private func shedCounter(_ cause: SheddingCause) -> Counter {
    shed.instrument(of: cause) { counter(.shed, [("cause", cause.rawValue)]) }
  }

  private func retryCounter(_ cause: RetryCause) -> Counter {
    retries.instrument(of: cause) { counter(.retries, [("cause", cause.rawValue)]) }
  }

  private func lostCommitCounter(_ outcome: LostCommitOutcome) -> Counter {
    lostCommits.instrument(of: outcome) {
      counter(.lostCommits, [("outcome", outcome.rawValue)])
    }
  }

  private func instruments(of use: ConnectionUse) -> Connections {
    connections.instrument(of: use) {
      let labels = server + [("use", use.rawValue)]
      func gauge(_ metric: Metric, _ more: [(String, String)] = []) -> Gauge {
        Gauge(label: metric.name, dimensions: labels + more, factory: factory)
      }
      return Connections(
        busy: gauge(.connections, [("state", "busy")]),
        idle: gauge(.connections, [("state", "idle")]), waiting: gauge(.connectionWaiters),
        wait: CoreMetrics.Timer(
          label: Metric.connectionWait.name, dimensions: labels, factory: factory))
    }
  }

  private func jobCounter(_ kind: JobName, _ outcome: JobOutcome) -> Counter {
    jobs.instrument(of: JobTry(kind: kind, outcome: outcome)) {
      counter(.jobs, [("kind", kind.text), ("outcome", outcome.rawValue)])
    }
  }

  private func backlog(of kind: JobName) -> (jobs: Gauge, age: Gauge) {
    backlogs.instrument(of: kind) {
      let labels = server + [("kind", kind.text)]
      return (
        Gauge(label: Metric.outboxJobs.name, dimensions: labels, factory: factory),
        Gauge(label: Metric.outboxAge.name, dimensions: labels, factory: factory)
      )
    }
  }

  private func counter(_ metric: Metric, _ labels: [(String, String)]) -> Counter {
    Counter(label: metric.name, dimensions: server + labels, factory: factory)
  }

  /// The methods that are counted by their names; anybody may send a request with another one.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
  ]
}

/// The instruments of one metric, made once for each combination of labels.
private final class Instruments<Key: Hashable & Sendable, Instrument: Sendable>: Sendable {
  private let made = Mutex<[Key: Instrument]>([:])

  func instrument(of key: Key, _ make: () -> Instrument) -> Instrument {
    made.withLock { made in
      if let instrument = made[key] { return instrument }
      let instrument = make()
      made[key] = instrument
      return instrument
    }
  }

  /// Those of all keys but these.
  func all(but keys: Set<Key>) -> [Instrument] {
    made.withLock { made in made.filter { !keys.contains($0.key) }.map(\.value) }
  }
}

extension Duration {
  /// The duration as timers take it.
  fileprivate var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
