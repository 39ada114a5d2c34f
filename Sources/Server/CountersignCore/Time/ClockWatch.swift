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
        + "no server ran meanwhile, or none reached the database, all is well"
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
/// database that was put back is found out.
final class ClockWatch: Sendable {
  private struct State {
    var isFirst = true
    /// True if marks can be kept outside the database.
    var isMarking = false
    /// True if the last look could not be written: nobody was served from the store meanwhile.
    var hasFailed = false
    /// The store's mark, as the last look left it; 0 where none is kept.
    var mark: Int64 = 0
    /// The milliseconds of all jumps, of other nodes too, as the last look left them.
    var jumps: Int64 = 0
    /// The jumps that others handled a moment ago, and that this server's clock may not show yet.
    var early: [EarlyJump] = []
    /// The difference of the machine's clock that was told last, in milliseconds.
    var toldApart: Int64 = 0
  }

  /// A jump that another node handled before this one's clock showed it.
  private struct EarlyJump {
    let milliseconds: Int64
    /// The steady time at which this server learned of it.
    let at: Int64
  }

  /// The values of one look, for its command.
  private struct Look: Sendable {
    let now: Timestamp
    let jump: WatchedClock.Jump?
    let isFirst: Bool
    /// True if the look before could not be written.
    let hasFailed: Bool
    /// The store's mark, as this server saw it last.
    let mark: Int64
    /// The note beside the keyring, at the first look; nil where nothing can be noted.
    let note: Note?
    let isMarking: Bool
    /// The milliseconds of all jumps that are handled, as this server knows it.
    let jumps: Int64
    /// Those of them that its clock may not show yet.
    let early: Int64
  }

  /// A note beside the keyring.
  private struct Note: Sendable {
    /// The store's mark; 0 where there is none.
    let mark: Int64
  }

  /// The outcome of a look, as it was written.
  private struct Finding: Sendable {
    var mark: Int64 = 0
    var jumps: Int64 = 0
    /// Milliseconds of jumps that other nodes handled since this one's last look.
    var byOthers: Int64 = 0
    var isRestored = false
    var steps: [Step] = []
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
    do {
      return try await lookOnce()
    } catch {
      state.withLock { $0.hasFailed = true }
      throw error
    }
  }

  private func lookOnce() async throws -> [ClockNews] {
    var news: [ClockNews] = []
    let store = try await identify()
    let note = state.withLock(\.isFirst) ? beginMarking(store, &news) : nil
    if let apart = apart() { news.append(apart) }
    let jump = clock.jump
    let steady = clock.steadyMilliseconds()
    let look = state.withLock { state in
      state.early.removeAll { $0.at + Self.earlyMilliseconds <= steady }
      return Look(
        now: jump?.told ?? clock.now(), jump: jump, isFirst: state.isFirst,
        hasFailed: state.hasFailed, mark: state.mark, note: note, isMarking: state.isMarking,
        jumps: state.jumps, early: state.early.reduce(0) { $0 + $1.milliseconds })
    }
    let finding = try await commands.write { [self] transaction in
      try write(look, in: transaction)
    }
    if let jump { clock.accept(jump) }
    if look.isMarking, let marks {
      do {
        try marks.note(finding.mark, ofStore: store)
      } catch {
        news.append(.unmarked(cause: "\(error)"))
      }
    }
    state.withLock { state in
      (state.isFirst, state.hasFailed) = (false, false)
      (state.mark, state.jumps) = (look.isMarking ? finding.mark : 0, finding.jumps)
      if jump != nil {
        state.early = []
      } else if finding.byOthers != 0 {
        state.early.append(EarlyJump(milliseconds: finding.byOthers, at: steady))
      }
    }
    if finding.isRestored { return news + [.restored] }
    return news + finding.steps.map(\.news)
  }

  /// True if the clock has jumped since the last look.
  var hasJumped: Bool { clock.jump != nil }

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

  /// The store's number, which the first look of all gives it.
  private func identify() async throws -> Int64 {
    if let known = try await commands.read({ try StoreSetting.storeID.read(in: $0) }) {
      return known
    }
    let drawn = commands.random.bytes(8).reduce(Int64(0)) { $0 << 8 | Int64($1) } & .max
    return try await commands.write { transaction in
      // Nodes that start together take the number of the first.
      if let known = try StoreSetting.storeID.read(in: transaction) { return known }
      try StoreSetting.storeID.write(drawn, in: transaction)
      return drawn
    }
  }

  /// Reads what is noted of a store, and finds out whether marks can be kept.
  private func beginMarking(_ store: Int64, _ news: inout [ClockNews]) -> Note? {
    guard let marks else { return nil }
    do {
      let noted = try marks.mark(ofStore: store) ?? 0
      // A place that cannot be written is found out before the store counts on it.
      try marks.note(noted, ofStore: store)
      state.withLock { $0.isMarking = true }
      return Note(mark: noted)
    } catch {
      news.append(.unmarked(cause: "\(error)"))
      return nil
    }
  }

  /// Writes what a look found.
  ///
  /// It reads what others wrote meanwhile: nodes on one database look at once.
  private func write(_ look: Look, in transaction: any WriteTransaction) throws -> Finding {
    let seen = try StoreSetting.clockSeen.moment(in: transaction)
    let mark = max(try StoreSetting.runMark.read(in: transaction) ?? 0, 0)
    var finding = Finding(jumps: try StoreSetting.clockJumps.read(in: transaction) ?? 0)
    if !look.isFirst { finding.byOthers = finding.jumps - look.jumps }
    let isOlder =
      mark < look.mark || look.note.map { isBehind(mark, $0, seen: seen, at: look.now) } ?? false
    if isOlder {
      (finding.isRestored, finding.byOthers) = (true, 0)
      try restoration.write(seen: seen ?? look.now, at: look.now, in: transaction)
      finding.mark = StoreSetting.markAfterRestoration(
        of: mark, noted: max(look.mark, look.note?.mark ?? 0))
      // The other nodes know the sum that the database had before.
      finding.jumps = (look.isFirst ? finding.jumps : look.jumps) + (look.jump?.milliseconds ?? 0)
      try StoreSetting.clockJumps.write(finding.jumps, in: transaction)
    } else {
      finding.mark = mark + 1
      finding.steps = steps(look, seen: seen, handledByOthers: finding.byOthers + look.early)
      for step in finding.steps { try handle(step, of: look, in: transaction) }
      // Others find no gap once this look is written, but may still see the jump that a start took
      // for one.
      let counted = finding.steps.filter { $0.isRunning || look.isFirst }
      let handled = counted.reduce(0) { $0 + $1.milliseconds }
      if handled != 0 {
        finding.jumps += handled
        try StoreSetting.clockJumps.write(finding.jumps, in: transaction)
      }
    }
    let handledByOthers = finding.byOthers + look.early
    if isOlder || look.jump != nil || handledByOthers == 0 {
      try StoreSetting.clockSeen.write(look.now.milliseconds, in: transaction)
    } else if !finding.steps.isEmpty {
      // A clock that does not show yet what others have seen says nothing to them, but that the gap
      // is handled.
      let shown = look.now.milliseconds + handledByOthers
      try StoreSetting.clockSeen.write(shown, in: transaction)
    }
    if look.isMarking { try StoreSetting.runMark.write(finding.mark, in: transaction) }
    return finding
  }

  /// Tells if a store is behind its mark, or has lost it.
  ///
  /// A machine on which no node ran before has no mark: it is no sign where other nodes serve.
  private func isBehind(
    _ mark: Int64, _ note: Note, seen: Timestamp?, at now: Timestamp
  ) -> Bool {
    guard note.mark == 0 else { return mark < note.mark }
    guard mark > 0 else { return false }
    // Two new machines that start together on a backup are no sign for each other.
    let sinceLook = seen.map { now.milliseconds(since: $0).magnitude } ?? .max
    let isServed = commands.store.joinedOthers && sinceLook < 3 * policy.lookSeconds * 1000
    return !isServed
  }

  /// Moves the waits by a jump, and tells of it.
  private func handle(
    _ step: Step, of look: Look, in transaction: any WriteTransaction
  ) throws {
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

  private struct Step: Sendable {
    let from: Timestamp
    let milliseconds: Int64
    let isRunning: Bool

    var news: ClockNews {
      isRunning ? .jumped(seconds: milliseconds / 1000) : .away(seconds: milliseconds / 1000)
    }
  }

  /// The jumps that a look found and nobody has handled: since another server's last look, and of
  /// this one's clock.
  private func steps(_ look: Look, seen: Timestamp?, handledByOthers: Int64) -> [Step] {
    var steps: [Step] = []
    let before = look.jump?.expected ?? look.now
    // While the store was away nobody was served, as while no server ran.
    if look.isFirst || look.hasFailed, let seen {
      // What others have seen since then may lie on their side of a jump.
      let gap = before.milliseconds(since: seen) + handledByOthers
      if isJump(gap) { steps.append(Step(from: seen, milliseconds: gap, isRunning: false)) }
    }
    if let jump = look.jump {
      // All nodes see the database's clock jump, and one of them moves the waits.
      let left = jump.milliseconds - handledByOthers
      if isJump(left) {
        steps.append(Step(from: jump.expected, milliseconds: left, isRunning: true))
      }
    }
    return steps
  }

  private func isJump(_ milliseconds: Int64) -> Bool {
    milliseconds.magnitude > policy.toleranceMilliseconds.magnitude
  }

  /// Longer than it takes until all nodes have read the database's clock again.
  private static let earlyMilliseconds: Int64 = 30_000
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
        "the clock was set by \(jump / 1000) seconds, or no server served so long, as seen at "
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
