/// A metric of a server: its name, its kind, and what it counts.
public struct Metric: Sendable, Hashable {
  /// The kind of a metric.
  public enum Kind: Sendable, Hashable {
    /// A number that only grows while the process runs.
    case counter
    /// A number that grows and shrinks.
    case gauge
    /// Numbers, counted by the least of these bounds that they do not exceed.
    case histogram(bounds: [Double])
  }

  /// The name, with the unit last.
  public let name: String
  /// The kind.
  public let kind: Kind
  /// The names of its labels.
  public let labels: [String]
  /// The description for whoever reads the figures.
  public let help: String

  /// A metric.
  ///
  /// - Parameters:
  ///   - name: The name, with the unit last.
  ///   - kind: The kind.
  ///   - labels: The names of its labels.
  ///   - help: The description for whoever reads the figures.
  public init(_ name: String, _ kind: Kind, labels: [String] = [], help: String) {
    (self.name, self.kind, self.labels, self.help) = (name, kind, labels, help)
  }

  /// The bounds for the seconds of a request, and for a timer that is no metric of a server.
  public static let requestBounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]
}

extension Metric {
  /// Requests that were answered.
  public static let requests = Metric(
    "countersign_requests_total", .counter, labels: ["method", "route", "status"],
    help: "Requests answered, by the template of their route's path")
  /// The time that answers took.
  public static let requestDuration = Metric(
    "countersign_request_duration_seconds", .histogram(bounds: requestBounds),
    labels: ["method", "route"],
    help: "Time from the head of a request to the head of its answer")
  /// Protected actions.
  public static let approvals = Metric(
    "countersign_approvals_total", .counter, labels: ["scenario", "proof", "outcome"],
    help: "Protected actions by scenario, kind of proof and outcome")
  /// Requests that were refused.
  public static let refusals = Metric(
    "countersign_refusals_total", .counter, labels: ["reason"],
    help: "Requests refused, by the reason in their answer")
  /// Requests that were shed.
  public static let shed = Metric(
    "countersign_requests_shed_total", .counter, labels: ["cause"],
    help: "Requests shed before anything of them was done, by what was short")
  /// Durable transactions.
  public static let commits = Metric(
    "countersign_store_commits_total", .counter,
    help: "Database transactions committed by this process")
  /// Commands in a durable transaction.
  public static let commandsPerCommit = Metric(
    "countersign_store_commands_per_commit",
    .histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256]),
    help: "Commands that shared a commit")
  /// The time that commits took.
  public static let commitDuration = Metric(
    "countersign_store_commit_duration_seconds",
    .histogram(bounds: [
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
    ]),
    help: "Time that a commit took until it was durable")
  /// Transactions that were run again.
  public static let retries = Metric(
    "countersign_store_retries_total", .counter, labels: ["cause"],
    help: "Database transactions run again, by the cause")
  /// Commits whose answer was lost.
  public static let lostCommits = Metric(
    "countersign_store_lost_commits_total", .counter, labels: ["outcome"],
    help: "Commits whose answer was lost, by what was found out about them")
  /// Connections to a database elsewhere.
  public static let connections = Metric(
    "countersign_store_connections", .gauge, labels: ["use", "state"],
    help: "Connections to the database by use, at work or idle")
  /// Commands and queries without a connection.
  public static let connectionWaiters = Metric(
    "countersign_store_connection_waiters", .gauge, labels: ["use"],
    help: "Commands and queries that wait for a connection to the database")
  /// The time for which commands and queries had no connection.
  public static let connectionWait = Metric(
    "countersign_store_connection_wait_seconds",
    .histogram(bounds: [
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20,
    ]),
    labels: ["use"],
    help: "Time that a command or a query waited for a connection to the database")
  /// Tries of jobs.
  public static let jobs = Metric(
    "countersign_jobs_total", .counter, labels: ["kind", "outcome"],
    help: "Tries of the outbox's jobs, by kind and outcome")
  /// Jobs that wait.
  public static let outboxJobs = Metric(
    "countersign_outbox_jobs", .gauge, labels: ["kind"], help: "Jobs in the outbox, by kind")
  /// The age of the oldest job that waits.
  public static let outboxAge = Metric(
    "countersign_outbox_oldest_job_age_seconds", .gauge, labels: ["kind"],
    help: "Time since the oldest job of a kind was put into the outbox; 0 where there is none")
  /// Sessions.
  public static let openSessions = Metric(
    "countersign_open_sessions", .gauge, help: "Sessions that are open in the store")
  /// Streams of events.
  public static let openStreams = Metric(
    "countersign_open_event_streams", .gauge,
    help: "Streams of events that this process holds open")
  /// The moment of the newest reading of the gauges.
  public static let gaugesRead = Metric(
    "countersign_gauges_read_timestamp_seconds", .gauge,
    help: "Unix time at which outbox, sessions and streams were last counted")
  /// The start of the process.
  public static let processStart = Metric(
    "countersign_process_start_time_seconds", .gauge,
    help: "Unix time at which the server started")
  /// Spans that a collector has taken.
  public static let spansSent = Metric(
    "countersign_spans_sent_total", .counter, help: "Spans that the collector of traces has taken")
  /// Spans that were left out.
  public static let spansDropped = Metric(
    "countersign_spans_dropped_total", .counter,
    help: "Spans left out, for want of room or of a collector that takes them")
  /// Series that have no place.
  package static let seriesDropped = Metric(
    "countersign_metrics_series_dropped_total", .counter,
    help: "Series left out, for another kind of metric or for too many label values")

  /// Every metric of a server.
  public static let all: [Metric] = [
    requests, requestDuration, approvals, refusals, shed, commits, commandsPerCommit,
    commitDuration, retries, lostCommits, connections, connectionWaiters, connectionWait, jobs,
    outboxJobs, outboxAge, openSessions, openStreams, gaugesRead, processStart, spansSent,
    spansDropped, seriesDropped,
  ]
}
