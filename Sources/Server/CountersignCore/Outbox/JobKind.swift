public import WebAuthnModel

/// The name of a kind of job, as the outbox stores it.
public struct JobName: Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let text: String

  /// A name as it is stored.
  public init(_ text: String) { self.text = text }

  /// The name.
  public var description: String { text }

  /// Delivers a message that a person asked for: a code.
  public static let message = JobName("message")
  /// Delivers news of changes.
  public static let notice = JobName("notice")
  /// Tells a host of one of its transactions.
  public static let event = JobName("event")
}

/// A kind of job: what runs the outbox's rows of one name.
///
/// A kind says what one try does and what follows from it. When a job is due, how many run at once,
/// and the waits between tries are the outbox's own: kinds differ in the numbers of their terms.
public protocol JobKind: Sendable {
  /// The name under which jobs of the kind are stored.
  var name: JobName { get }
  /// The numbers, and what ends a job that fails.
  var terms: JobTerms { get }

  /// Tells whether jobs for a target can be run here; those that cannot stay, with an alarm.
  ///
  /// - Parameter target: The target's name among those of the kind.
  /// - Returns: Whether they can.
  /// - Throws: ``StoreError``.
  func reaches(_ target: String) async throws -> Bool

  /// Does a job once, outside any transaction.
  ///
  /// A job can be run more than once: its result may be lost after its target has acted.
  ///
  /// - Parameter job: The job, leased.
  /// - Returns: What follows.
  /// - Throws: Where the job cannot be understood or the store fails; an alarm is raised and the
  ///   try counts as failed.
  func run(_ job: LeasedJob) async throws -> JobResult
}

extension JobKind {
  /// Every target is reached.
  public func reaches(_ target: String) async throws -> Bool { true }
}

/// The terms on which jobs of one kind are run.
public struct JobTerms: Sendable {
  /// The numbers.
  let pace: JobPace
  /// The end of a job that keeps failing.
  let end: JobEnd
  /// The failures that somebody has to look at.
  let alarm: JobAlarm

  /// The terms of a kind.
  ///
  /// - Parameters:
  ///   - pace: The numbers.
  ///   - end: The end of a job that keeps failing.
  ///   - alarm: The failures that somebody has to look at.
  public init(pace: JobPace, end: JobEnd, alarm: JobAlarm) {
    (self.pace, self.end, self.alarm) = (pace, end, alarm)
  }
}

/// The end of a job that keeps failing.
public enum JobEnd: Sendable {
  /// It is tried for ever.
  case never
  /// It is given up after so many tries, and pruned as one that was done.
  case forgotten(afterTries: Int64)
  /// It is given up after so many tries, and kept for an administrator.
  case kept(afterTries: Int64)

  /// The tries after which a job is given up; nil where it never is.
  var tries: Int64? {
    switch self {
    case .never: nil
    case .forgotten(let tries), .kept(let tries): tries
    }
  }
}

/// The failures of a kind that raise an alarm; all others are notes in the log.
public enum JobAlarm: Sendable {
  /// None.
  case never
  /// The last one.
  case whenGivenUp
  /// Each failure from this try on.
  case fromTry(Int64)
}

/// The right to write the result of one try: a later lease on the same job ends it.
struct JobLease: Sendable {
  /// The id of the job's row.
  let job: String
  /// The token that the row holds while this try is its newest.
  let token: [UInt8]
  /// The number of tries, with this one.
  let attempts: Int64
  /// The moment from which another try may begin elsewhere: this one has to have begun before it.
  let end: Timestamp
}

/// The party that jobs of a kind wait for, as far as one that is slow shall delay no other.
struct JobTarget: Sendable, Hashable {
  let kind: JobName
  /// The target among those of its kind; empty where the kind has only one.
  let name: String
}

/// A job that is put into the outbox, to be run at least once.
public struct NewJob: Sendable {
  /// The kind that runs it.
  public let kind: JobName
  /// The row's id; a second job of the same id is not put in.
  public let id: String
  /// The party of its kind that it waits for; empty where the kind has only one.
  public let target: String
  /// The line of its kind in which it waits its turn; nil where order does not matter.
  var line: String?
  /// The content for the kind, as JSON.
  let content: String

  /// A job.
  ///
  /// - Parameters:
  ///   - kind: The kind that runs it.
  ///   - id: The row's id; a second job of the same id is not put in.
  ///   - target: The party of its kind that it waits for; empty where the kind has only one.
  ///   - content: What the kind needs to know; no secret.
  public init(_ kind: JobName, id: String, target: String = "", _ content: JSONObject) {
    (self.kind, self.id, self.target) = (kind, id, target)
    self.content = String(decoding: JSONValue.object(content).serialized(), as: UTF8.self)
  }
}

/// A job that one try holds.
public struct LeasedJob: Sendable {
  let lease: JobLease
  let target: JobTarget
  /// The row's content, JSON; or why it does not open, which is told when the job is run, so that
  /// it holds up no other.
  let content: Result<String, any Error>
  /// The work that put it in; nil if that was not traced.
  var trace: TraceContext?

  /// The number of tries, with this one.
  public var attempts: Int64 { lease.attempts }

  /// Reads the content for the kind.
  ///
  /// - Throws: ``StoreError`` for a row that does not open, and what the parser throws for one that
  ///   holds no JSON object.
  public func read() throws -> JSONObjectReader {
    try JSONObjectReader(JSONValue(parsing: Array(content.get().utf8)))
  }
}

/// The outcome of one try.
public struct JobResult: Sendable {
  /// The verdict on a try; the reasons go to the log and hold no secret.
  public enum Verdict: Sendable {
    /// Nothing more.
    case done
    /// It is tried again later, unless this was the last try.
    case again(reason: String)
    /// No further try makes sense.
    case over(reason: String)
  }

  /// The further writes of the try, in the transaction that marks the job.
  public typealias Booking = @Sendable (any WriteTransaction, Timestamp) throws -> Void

  /// The ones who have to learn that a try failed.
  enum Urgency: Sendable {
    /// Whoever the kind's terms say.
    case ofKind
    /// Somebody who can mend it, with each try.
    case alarm
  }

  let verdict: Verdict
  let booking: Booking?
  private(set) var urgency = Urgency.ofKind

  /// The outcome of a try.
  ///
  /// - Parameters:
  ///   - verdict: What follows from it.
  ///   - booking: What it writes besides.
  public init(_ verdict: Verdict, booking: Booking? = nil) {
    self.verdict = verdict
    self.booking = booking
  }

  /// The outcome as it is counted.
  func outcome(afterTries attempts: Int64, _ end: JobEnd) -> JobOutcome {
    switch verdict.outlook(afterTries: attempts, end) {
    case .done: .done
    case .again: .postponed
    case .givenUp: .givenUp
    }
  }

  /// The same failure, after which no further try is made.
  func givenUp(reason: String) -> JobResult {
    var result = JobResult(.over(reason: reason))
    result.urgency = urgency
    return result
  }

  /// A try that failed and fails again until somebody mends what is wrong.
  static func alarm(_ reason: String) -> JobResult {
    var result = JobResult(.again(reason: reason))
    result.urgency = .alarm
    return result
  }
}

extension JobResult.Verdict {
  /// The state of a job after a try.
  enum Outlook: Sendable {
    case done
    case again
    case givenUp
  }

  /// The state of a job whose try came to this verdict.
  func outlook(afterTries attempts: Int64, _ end: JobEnd) -> Outlook {
    switch self {
    case .done: .done
    case .over: .givenUp
    case .again: end.tries.map { attempts >= $0 } == true ? .givenUp : .again
    }
  }
}
