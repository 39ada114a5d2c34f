/// The name of a kind of job, as the outbox stores it.
public struct JobName: Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let text: String

  /// A name as it is stored.
  public init(_ text: String) { self.text = text }

  /// The name.
  public var description: String { text }

  /// Delivers a message to a person.
  public static let message = JobName("message")
  /// Tells a host of one of its transactions.
  public static let event = JobName("event")
  /// Orders airtime from a supplier.
  public static let supply = JobName("supply")
}

/// A kind of job: what runs the outbox's rows of one name.
///
/// A kind says what one try does and what follows from it. When a job is due, how many run at once,
/// and the waits between tries are the outbox's own: kinds differ in the numbers of their terms.
protocol JobKind: Sendable {
  /// The name under which jobs of the kind are stored.
  var name: JobName { get }
  /// The numbers, and what ends a job that fails.
  var terms: JobTerms { get }

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

/// The terms on which jobs of one kind are run.
struct JobTerms: Sendable {
  /// The numbers.
  let pace: JobPace
  /// The end of a job that keeps failing.
  let end: JobEnd
  /// The failures that somebody has to look at.
  let alarm: JobAlarm
}

/// The end of a job that keeps failing.
enum JobEnd: Sendable {
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
enum JobAlarm: Sendable {
  case never
  case whenGivenUp
  /// Each failure from this try on.
  case fromTry(Int64)
}

/// The right to write the result of one try: a later lease on the same job ends it.
struct JobLease: Sendable {
  /// The id of the job's row.
  let job: String
  /// What the row holds while this try is its newest.
  let token: [UInt8]
  /// How many tries there were, with this one.
  let attempts: Int64
}

/// The party that jobs of a kind wait for, as far as one that is slow shall delay no other.
struct JobTarget: Sendable, Hashable {
  let kind: JobName
  /// The target among those of its kind; empty where the kind has only one.
  let name: String
}

/// A job that one try holds.
struct LeasedJob: Sendable {
  let lease: JobLease
  let target: JobTarget
  /// The row's content, JSON.
  let content: String
}

/// The outcome of one try.
struct JobResult: Sendable {
  /// What follows from a try; the reasons go to the log and hold no secret.
  enum Verdict: Sendable {
    case done
    /// It is tried again later, unless this was the last try.
    case again(reason: String)
    /// No further try makes sense.
    case over(reason: String)
  }

  /// What the try writes besides, in the transaction that marks the job.
  typealias Booking = @Sendable (any WriteTransaction, Timestamp) throws -> Void

  let verdict: Verdict
  let booking: Booking?

  init(_ verdict: Verdict, booking: Booking? = nil) {
    self.verdict = verdict
    self.booking = booking
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
