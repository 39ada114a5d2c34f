import Tracing

/// The steps after the commit of an action: whoever waits is woken, and the request runs the job
/// that the execution left.
///
/// The request holds the first lease, written with the job: a worker takes the job over only when
/// that request has had its time.
final class ActionConsequences: Sendable {
  private let outboxBell: OutboxBell
  private let changeBell: ChangeBell
  private let leases: JobLeases
  private let kinds: [JobName: any JobKind]
  let metrics: ServerMetrics?
  private let tracer: (any Tracer)?

  init(
    outboxBell: OutboxBell, changeBell: ChangeBell, leases: JobLeases, kinds: [any JobKind],
    metrics: ServerMetrics?, tracer: (any Tracer)?
  ) {
    self.outboxBell = outboxBell
    self.changeBell = changeBell
    self.leases = leases
    self.kinds = Dictionary(kinds.map { ($0.name, $0) }) { first, _ in first }
    self.metrics = metrics
    self.tracer = tracer
  }

  /// Performs an action, counted and traced.
  func watch<Result>(
    _ action: some ProtectedAction, by proof: String,
    _ perform: () async throws -> Decision<ActionOutcome<Result>>
  ) async throws -> Decision<ActionOutcome<Result>> {
    guard let tracer, let parent = TraceContext.current else {
      return try await count(action, by: proof, perform)
    }
    return try await tracer.trace("action", .internal, in: parent) { span in
      span.attributes["countersign.scenario"] = action.scenario.text
      span.attributes["countersign.proof"] = proof
      let decision = try await count(action, by: proof, perform)
      span.attributes["countersign.outcome"] = ApprovalOutcome(decision).rawValue
      return decision
    }
  }

  private func count<Result>(
    _ action: some ProtectedAction, by proof: String,
    _ perform: () async throws -> Decision<ActionOutcome<Result>>
  ) async throws -> Decision<ActionOutcome<Result>> {
    do {
      let decision = try await perform()
      metrics?.noteApproval(of: action.scenario, by: proof, ApprovalOutcome(decision))
      return decision
    } catch {
      metrics?.noteApproval(of: action.scenario, by: proof, .failed)
      throw error
    }
  }

  /// Wakes whoever delivers what was put into the outbox.
  func ringOutbox() { outboxBell.ring() }

  /// Wakes the streams of events about something.
  func ring(_ topics: [ChangeTopic]) {
    for topic in topics { changeBell.ring(topic) }
  }

  /// Puts a job in, leased to its request.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - token: That of the lease.
  ///   - now: The present moment.
  ///   - transaction: The transaction of its cause.
  /// - Returns: The lease.
  /// - Throws: ``StoreError``, also for a kind that no module of this server runs.
  func put(
    _ job: NewJob, leased token: [UInt8], at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> JobLease {
    let end = now.adding(seconds: try kind(job.kind).terms.pace.leaseSeconds)
    try Outbox.put(job, due: end, at: now, leased: token, in: transaction)
    return JobLease(job: job.id, token: token, attempts: 1, end: end)
  }

  /// Runs the job once under that lease, and writes what came of it, also if the caller hangs up.
  ///
  /// The job is a worker's where the commit took so long that the lease is over.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - lease: The lease.
  ///   - answer: Reads, in the same transaction, what is to be known then.
  /// - Returns: What was read.
  /// - Throws: ``StoreError``, and what the kind throws: a worker runs the job again then.
  func run<Answer: Sendable>(
    _ job: NewJob, under lease: JobLease,
    answer: @escaping @Sendable (any ReadTransaction) throws -> Answer
  ) async throws -> Answer {
    let kind = try kind(job.kind)
    guard leases.clock.now() < lease.end else { return try await leases.read(answer) }
    let leased = LeasedJob(
      lease: lease,
      target: JobTarget(kind: job.kind, name: job.target), content: .success(job.content),
      trace: TraceContext.current)
    return try await Task(executorPreference: RequestExecutor.current) {
      [leases, metrics, tracer] in
      let result = try await tracer.step("job \(kind.name)") { try await kind.run(leased) }
      metrics?.noteJob(of: kind.name, result.outcome(afterTries: 1, kind.terms.end))
      return try await leases.settle(leased.lease, result, kind.terms) { transaction, _ in
        try answer(transaction)
      }
    }.value
  }

  private func kind(_ name: JobName) throws -> any JobKind {
    guard let kind = kinds[name] else {
      throw StoreError(code: .failed, reason: "no module of this server runs jobs of kind \(name)")
    }
    return kind
  }
}

extension ApprovalOutcome {
  /// The outcome of a decision on an action.
  fileprivate init<Result>(_ decision: Decision<ActionOutcome<Result>>) {
    self =
      switch decision {
      case .success(.done(let answer)): answer.isReplayed ? .repeated : .executed
      case .success(.otpRequired): .codeSent
      case .failure: .refused
      }
  }
}

/// The place where the running request wants its work to run.
///
/// A task with a longer life does not inherit that wish. It would run on the shared pool of
/// threads, and its start and its end would each wake a thread.
package enum RequestExecutor {
  /// The executor of this task's request; nil outside any, or where the shared pool serves.
  @TaskLocal package static var current: (any TaskExecutor)?
}
