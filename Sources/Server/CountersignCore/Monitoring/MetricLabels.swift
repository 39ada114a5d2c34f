public import WireModel

/// Counts what a server does, for whoever operates it.
///
/// It learns no secret and nothing of a person: names of routes, scenarios, kinds and reasons. The
/// program and its configuration know them before anybody asks.
public protocol ServiceMonitor: Sendable {
  /// Notes that a request was answered.
  func noteAnswer(_ answer: MonitoredAnswer)

  /// Notes that a request was refused.
  func noteRefusal(for reason: Reason)

  /// Notes that a request was shed before anything of it was done; it is a refusal, too.
  func noteShed(for cause: SheddingCause)

  /// Notes what became of a protected action.
  ///
  /// - Parameters:
  ///   - scenario: The scenario of the action.
  ///   - proof: The kind of the proof, as audit rows have it.
  ///   - outcome: What became of it.
  func noteApproval(of scenario: ScenarioName, by proof: String, _ outcome: ApprovalOutcome)

  /// Notes what became of one try of a job.
  func noteJob(of kind: JobName, _ outcome: JobOutcome)

  /// Notes how much of something there is now.
  func note(_ gauges: ServiceGauges)
}

/// A request that was answered, without its path and its query.
public struct MonitoredAnswer: Sendable, Hashable {
  /// The method, as it was sent.
  public let method: String
  /// The template of the route's path; nil where no route has the path.
  public let route: String?
  /// The status of the answer.
  public let status: Int
  /// The time from the head of the request to the head of the answer.
  public let duration: Duration

  /// An answer.
  public init(method: String, route: String?, status: Int, duration: Duration) {
    (self.method, self.route, self.status, self.duration) = (method, route, status, duration)
  }
}

/// The cause for which a request is shed, as it is counted.
public enum SheddingCause: String, Sendable, Hashable, CaseIterable {
  /// It could not be begun in time: the processor is short.
  case late
  /// Too many were under way: they wait for the disk or the database.
  case full
}

/// The end of a protected action, as it is counted.
public enum ApprovalOutcome: String, Sendable, Hashable, CaseIterable {
  /// It was executed.
  case executed
  /// It had been executed before, and was answered as then.
  case repeated
  /// A second code was texted, which is still missing.
  case codeSent = "code_sent"
  /// It was refused.
  case refused
  /// The server failed.
  case failed
}

/// The end of one try of a job, as it is counted.
public enum JobOutcome: String, Sendable, Hashable, CaseIterable {
  /// It is done.
  case done
  /// It is tried again later.
  case postponed
  /// No further try is made.
  case givenUp = "given_up"
}
