import Synchronization
import WebAuthnModel

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
  /// The mark outside the database cannot be kept: a restored backup would not be noticed.
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
        + "no server ran meanwhile, all is well"
    case .apart(let seconds):
      "this machine's clock is \(seconds.magnitude) seconds "
        + "\(seconds > 0 ? "ahead of" : "behind") the database's, by which the server goes; what "
        + "this machine itself dates, as the log and what it mails, is wrong by as much; see to "
        + "the time of both"
    case .restored:
      "the database is older than what this server had: a backup was restored; sessions, codes "
        + "and links are over, waits begin anew, recoveries that waited are void, and proofs of "
        + "before are refused"
    case .unmarked(let cause):
      "a restored backup would not be noticed: no mark can be kept beside the keyring: \(cause)"
    }
  }
}

/// Looks at the clock, again and again: a jump moves the waits and stops the clearing away, and a
/// restored backup is seen at the first look.
final class ClockWatch: Sendable {
  private struct State {
    var isFirst = true
    /// True if marks can be kept outside the database.
    var isMarking = false
    /// The difference of the machine's clock that was told last, in milliseconds.
    var toldApart: Int64 = 0
  }

  /// The values of one look, for its command.
  private struct Look: Sendable {
    let now: Timestamp
    let jump: WatchedClock.Jump?
    let isFirst: Bool
    let isMarking: Bool
    let isRestored: Bool
    /// The moment of the look before, by whatever server.
    let seen: Timestamp?
  }

  private let commands: Commands
  private let clock: WatchedClock
  private let marks: (any RunMarks)?
  private let restoration: Restoration
  private let waits: StoredWaits
  private let audit: AuditTrail
  private let policy: ClockPolicy
  private let state = Mutex(State())

  init(
    commands: Commands, clock: WatchedClock, marks: (any RunMarks)?, waits: StoredWaits,
    audit: AuditTrail, policy: ClockPolicy
  ) {
    (self.commands, self.clock, self.marks, self.waits) = (commands, clock, marks, waits)
    (self.audit, self.policy) = (audit, policy)
    restoration = Restoration(waits: waits, audit: audit)
  }

  /// Looks once.
  ///
  /// Not to be called twice at a time.
  ///
  /// - Returns: What it found that somebody should know.
  /// - Throws: ``StoreError``; then the next look finds the same.
  func look() async throws -> [ClockNews] {
    var news: [ClockNews] = []
    let isFirst = state.withLock { $0.isFirst }
    let (store, seen, mark) = try await identify()
    let isRestored = isFirst && beginMarking(store, mark, &news)
    if let apart = apart() { news.append(apart) }
    let jump = clock.jump
    let look = Look(
      now: jump?.told ?? clock.now(), jump: jump, isFirst: isFirst,
      isMarking: state.withLock { $0.isMarking }, isRestored: isRestored, seen: seen)
    let newMark = try await commands.write { [self] transaction in
      try write(look, in: transaction)
    }
    if let jump { clock.accept(jump) }
    if look.isMarking, let marks {
      do {
        try marks.note(newMark, ofStore: store)
      } catch {
        news.append(.unmarked(cause: "\(error)"))
      }
    }
    state.withLock { $0.isFirst = false }
    if isRestored { return news + [.restored] }
    return news + found(look)
  }

  /// The difference between the machine's own clock and the server's, where nobody was told it yet.
  private func apart() -> ClockNews? {
    guard let lead = clock.machineLeadMilliseconds() else { return nil }
    return state.withLock { state in
      guard (lead - state.toldApart).magnitude > Self.mostApartMilliseconds else { return nil }
      let isRight = lead.magnitude <= Self.mostApartMilliseconds
      state.toldApart = isRight ? 0 : lead
      return isRight ? nil : .apart(seconds: Int64((Double(lead) / 1000).rounded()))
    }
  }

  /// The store's number, which the first look of all gives it, and what it says of the time.
  private func identify() async throws -> (store: Int64, seen: Timestamp?, mark: Int64) {
    let (known, seen, mark) = try await commands.read { transaction in
      (
        try StoreSetting.storeID.read(in: transaction),
        try StoreSetting.clockSeen.moment(in: transaction),
        try StoreSetting.runMark.read(in: transaction) ?? 0
      )
    }
    if let known { return (known, seen, mark) }
    let drawn = commands.random.bytes(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } & .max
    try await commands.write { try StoreSetting.storeID.write(drawn, in: $0) }
    return (drawn, seen, mark)
  }

  /// Holds the store against its mark, and finds out whether marks can be kept.
  ///
  /// - Returns: Whether the store is behind its mark, or has lost it.
  private func beginMarking(_ store: Int64, _ mark: Int64, _ news: inout [ClockNews]) -> Bool {
    guard let marks else { return false }
    let isBehind: Bool
    do {
      let noted = try marks.mark(ofStore: store)
      isBehind = noted.map { mark < $0 } ?? (mark != 0)
      // A place that cannot be written is found out before the store counts on it.
      try marks.note(max(noted ?? 0, mark), ofStore: store)
    } catch {
      news.append(.unmarked(cause: "\(error)"))
      return false
    }
    state.withLock { $0.isMarking = true }
    return isBehind
  }

  /// Writes what a look found.
  ///
  /// - Returns: The new mark.
  private func write(_ look: Look, in transaction: any WriteTransaction) throws -> Int64 {
    if look.isRestored {
      try restoration.write(
        seen: look.seen ?? look.now, at: look.now, in: transaction)
    } else {
      for step in steps(look) {
        if step.milliseconds > 0 {
          try waits.move(
            byMilliseconds: step.milliseconds, runningAt: step.from, in: transaction)
        }
        try StoreSetting.clockJumped.write(look.now.milliseconds, in: transaction)
        try StoreSetting.clockJump.write(step.milliseconds, in: transaction)
        try audit.append(
          AuditEvent(
            "clock_jumped", subjectText: "service",
            ["seconds": .integer(step.milliseconds / 1000), "running": .bool(step.isRunning)]),
          at: look.now, in: transaction)
      }
    }
    try StoreSetting.clockSeen.write(look.now.milliseconds, in: transaction)
    guard look.isMarking else { return 0 }
    let mark = max(try StoreSetting.runMark.read(in: transaction) ?? 0, 0) + 1
    try StoreSetting.runMark.write(mark, in: transaction)
    return mark
  }

  private struct Step {
    let from: Timestamp
    let milliseconds: Int64
    let isRunning: Bool
  }

  /// The jumps that a look found: since another server's last look, and of this one's clock.
  private func steps(_ look: Look) -> [Step] {
    var steps: [Step] = []
    let before = look.jump?.expected ?? look.now
    if look.isFirst, let seen = look.seen {
      let gap = before.milliseconds(since: seen)
      if gap.magnitude > policy.toleranceMilliseconds.magnitude {
        steps.append(Step(from: seen, milliseconds: gap, isRunning: false))
      }
    }
    if let jump = look.jump {
      steps.append(
        Step(from: jump.expected, milliseconds: jump.milliseconds, isRunning: true))
    }
    return steps
  }

  private func found(_ look: Look) -> [ClockNews] {
    steps(look).map { step in
      let seconds = step.milliseconds / 1000
      return step.isRunning ? .jumped(seconds: seconds) : .away(seconds: seconds)
    }
  }

  /// More than what a network's time service leaves.
  private static let mostApartMilliseconds = 3000
}

extension ClockWatch {
  /// Tells if the clock jumped so short a time ago that nothing is cleared away by it.
  static func isUnsettled(
    _ policy: ClockPolicy, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard let jumped = try StoreSetting.clockJumped.moment(in: transaction) else { return false }
    return now < jumped.adding(seconds: policy.settledSeconds)
  }

  /// The remarks for an operator about the store's time, in words; empty if there are none.
  static func remarks(
    _ policy: ClockPolicy, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> [String] {
    var remarks: [String] = []
    if try isUnsettled(policy, at: now, in: transaction),
      let jumped = try StoreSetting.clockJumped.moment(in: transaction),
      let jump = try StoreSetting.clockJump.read(in: transaction)
    {
      remarks.append(
        "the clock was set by \(jump / 1000) seconds, or no server ran so long, as seen at "
          + "\(jumped.rfc3339): waits were extended, and nothing is cleared away until "
          + jumped.adding(seconds: policy.settledSeconds).rfc3339)
    }
    if let restored = try StoreSetting.restored.moment(in: transaction),
      now < restored.adding(seconds: policy.settledSeconds)
    {
      remarks.append(
        "a backup was restored, as seen at \(restored.rfc3339): sessions are over, and waits "
          + "began anew")
    }
    return remarks
  }
}
