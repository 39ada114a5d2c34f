/// A finding of a look at the clock and the store; its text goes to the log.
public enum ClockNews: Sendable, Hashable, CustomStringConvertible {
  /// The clock of a running server was set by so many seconds, forward or back.
  case jumped(seconds: Int64)
  /// Since a server looked last, so many seconds went by: the clock was set, or no server ran.
  case away(seconds: Int64)
  /// This machine's own clock is so many seconds ahead of the database's, or behind it.
  case apart(seconds: Int64)
  /// The database was put back from a backup.
  case restored
  /// The restore mark, outside the database, cannot be kept: a restored backup would not be
  /// noticed.
  case unmarked(cause: String)

  /// The meaning of the finding, and the measures.
  public var description: String {
    switch self {
    case .jumped(let seconds):
      "the clock was set by \(seconds) seconds: waits go on as long as they had to, and nothing is "
        + "cleared away for a while; see to the machine's time"
    case .away(let seconds):
      "the clock is \(seconds) seconds from where a server saw it last: waits run only while a "
        + "server does, and go on as long as they had to; nothing is cleared away for a while; if "
        + "no server ran meanwhile, or none reached the database, all is well"
    case .apart(let seconds):
      "this machine's clock is \(seconds.magnitude) seconds "
        + "\(seconds > 0 ? "ahead of" : "behind") the database's, by which the server goes; what "
        + "this machine itself dates, as the log and what it mails, is wrong by as much; see to "
        + "the time of both"
    case .restored:
      "the database is older than its mark, lacks the last commit, or has no mark: a backup was "
        + "restored, a standby took over that had not come so far, or the mark is lost; sessions, "
        + "codes and links are over, waits begin anew, recoveries that waited are void, and proofs "
        + "of before are refused"
    case .unmarked(let cause):
      "a restored backup would not be noticed: the restore mark cannot be kept: \(cause)"
    }
  }
}
