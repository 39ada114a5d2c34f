import Synchronization
import WebAuthnModel

/// Looks at the clock, again and again: a jump moves the waits and stops the clearing away, and a
/// database that was put back is found out.
final class ClockWatch: Sendable {
  private struct State {
    var isFirst = true
    /// True if marks can be kept outside the database.
    var isMarking = false
    /// True if a used store may lack a mark: it was new a moment ago, or another node knows it.
    var isTrusted = false
    /// True if the last look could not be written: nobody was served from the store meanwhile.
    var hasFailed = false
    /// The store's mark, as the last look left it; 0 where none is kept.
    var mark: Int64 = 0
    /// The milliseconds of all jumps, of other nodes too, as the last look left them.
    var jumps: Int64 = 0
    /// The rows of other audit lanes that this server's lane named last; nil before the first look.
    var namedEnds: [[UInt8]: Int64]?
    /// The jumps that others handled a moment ago, and that this server's clock may not show yet.
    var early: [EarlyJump] = []
    /// The difference of the machine's clock that was told last, in milliseconds.
    var toldApart: Int64 = 0
    /// The moment of the last restoration that the last look saw, in milliseconds; 0 for none.
    var restored: Int64 = 0
    /// The number of times that the database came back.
    var returns = 0
    /// Those of them that were before the last look.
    var seenReturns = 0
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
    /// The restore mark, as it was before the look's transaction; nil where none is kept.
    let note: RestoreNote?
    let isMarking: Bool
    /// True if a used store may lack a mark.
    let isTrusted: Bool
    /// True if the settings named another store than the audit log does.
    let isForged: Bool
    /// The milliseconds of all jumps that are handled, as this server knows it.
    let jumps: Int64
    /// Those of them that its clock may not show yet.
    let early: Int64
    /// The rows of other audit lanes that this server's lane named last; nil at the first look.
    let namedEnds: [[UInt8]: Int64]?
    /// The moment of the last restoration that the look before saw.
    let restored: Int64
    /// The number of times that the database came back before.
    let returns: Int
  }

  /// The outcome of a look, as it was written.
  private struct Finding: Sendable {
    var mark: Int64 = 0
    var jumps: Int64 = 0
    var namedEnds: [[UInt8]: Int64] = [:]
    /// Milliseconds of jumps that other nodes handled since this one's last look.
    var byOthers: Int64 = 0
    var isRestored = false
    /// The moment of the last restoration, in milliseconds; 0 for none.
    var restored: Int64 = 0
    /// The last commit that was noted, if it was lost and somebody else has made that good.
    var madeGood: NotedCommit?
    /// The end of the writer's lane.
    var end: AuditLaneHead?
    var steps: [Step] = []
  }

  private let commands: Commands
  private let clock: WatchedClock
  private let marks: (any RunMarks)?
  private let restoration: Restoration
  private let losses: LostCommits
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
    losses = LostCommits(commands.store, clock: clock, marks: marks, restoration: restoration)
    // What a node has lost it is to miss before the others take it once more.
    commands.store.relay?.observeReturns { [weak self] in
      self?.state.withLock { $0.returns += 1 }
    }
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
    let isFirst = state.withLock(\.isFirst)
    if isFirst { try await requireWholeFile() }
    let (store, isForged) = try await StoreSetting.identify(commands, by: audit, at: clock.now())
    // Read before the store is: what is committed meanwhile is noted afterwards.
    let note = isFirst ? try await beginMarking(store, &news) : noted(of: store, &news)
    if let apart = apart() { news.append(apart) }
    let jump = clock.jump
    let steady = clock.steadyMilliseconds()
    let look = state.withLock { state in
      state.early.removeAll { $0.at + Self.earlyMilliseconds <= steady }
      return Look(
        now: jump?.told ?? clock.now(), jump: jump, isFirst: state.isFirst,
        hasFailed: state.hasFailed, mark: state.mark, note: note, isMarking: state.isMarking,
        isTrusted: state.isTrusted, isForged: isForged, jumps: state.jumps,
        early: state.early.reduce(0) { $0 + $1.milliseconds }, namedEnds: state.namedEnds,
        restored: state.restored, returns: state.returns)
    }
    let finding = try await commands.write { [self] in try write(look, in: $0) }
    if let jump { clock.accept(jump) }
    // Where it fails, the file keeps its stamp until the next look.
    let leastStamp = max((note?.fileStamp ?? 0) + 1, look.now.milliseconds / 1000)
    let stamp = try? await commands.store.stampFile(leastStamp)
    if look.isMarking, let marks {
      do {
        // First: a mark alone is none.
        if let stamp { try marks.noteFileStamp(stamp, ofStore: store) }
        try marks.note(finding.mark, ofStore: store)
      } catch {
        news.append(.unmarked(cause: "\(error)"))
      }
      // What was made good is not to be found once more, as by the next start.
      if let lost = finding.madeGood, let end = finding.end,
        (try? marks.lastCommit(inStore: store)) == lost
      {
        marks.noteCommit(NotedCommit(end: end, at: clock.latest()), inStore: store)
      }
    }
    state.withLock { state in
      (state.isFirst, state.hasFailed, state.seenReturns) = (false, false, look.returns)
      (state.mark, state.jumps) = (look.isMarking ? finding.mark : 0, finding.jumps)
      (state.namedEnds, state.restored) = (finding.namedEnds, finding.restored)
      if jump != nil {
        state.early = []
      } else if finding.byOthers != 0 {
        state.early.append(EarlyJump(milliseconds: finding.byOthers, at: steady))
      }
    }
    losses.noteLook(
      mark: look.isMarking ? finding.mark : 0, jumps: finding.jumps, restored: finding.restored)
    // This look has found again what was rolled back before it. No setting tells: somebody could
    // have set it back.
    let isPutBack = losses.takePutBack()
    if isFirst { losses.settleDoubts(of: look.isMarking ? store : nil) }
    // Without a mark, the look has decided nothing.
    if isFirst, look.isMarking { try await losses.vouch(forStore: store) }
    if finding.isRestored { return news + [.restored] }
    return news + (isPutBack ? [.restored] : []) + finding.steps.map(\.news)
  }

  /// True if since the last look the clock has jumped, the database was found put back, or it came
  /// back.
  var isLookDue: Bool {
    clock.jump != nil || losses.isPutBack || state.withLock { $0.returns != $0.seenReturns }
  }

  /// The remark for an operator that no restore mark is kept; nil where one is, and before the
  /// first look.
  var remark: String? {
    let isUnmarked = state.withLock { !$0.isFirst && !$0.isMarking }
    guard isUnmarked else { return nil }
    return "no restore mark is kept: a restored backup, a rolled-back folder or machine would not "
      + "be noticed"
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

  /// Refuses a damaged file that is older than what was noted of it, before anything else of it is
  /// read.
  private func requireWholeFile() async throws {
    let id = try await commands.read { try StoreSetting.storeID.read(in: $0) }
    guard let marks, let id, let stamp = try? marks.fileStamp(ofStore: id) else { return }
    try await commands.store.requireWholeFile(olderThan: stamp)
  }

  /// Reads what is noted of a store, and finds out whether marks can be kept.
  private func beginMarking(
    _ store: Int64, _ news: inout [ClockNews]
  ) async throws -> RestoreNote? {
    guard let marks else {
      losses.observeCommits(of: store, areNoted: false)
      return nil
    }
    let now = clock.now()
    let wasUsed = try await commands.read { [policy] in
      try RestoreNote.isMissed(before: now, policy, in: $0)
    }
    // The look's transaction begins later, and so sees the look of a node that vouches.
    let isTrusted = wasUsed ? try await commands.store.isVouchedFor() : true
    do {
      let note = try RestoreNote(ofStore: store, in: marks)
      // A place that cannot be written is found out before the store counts on it. What is used and
      // has no mark has none until this look is written, also if the server ends before.
      try marks.note(note.mark ?? (wasUsed ? RestoreNote.absent : 0), ofStore: store)
      // Where the mark has come further, its commit was taken away.
      if note.mark ?? 0 == 0, note.lastCommit == nil {
        let end = AuditLaneHead(newLane: AuditRegistry.lane)
        marks.noteCommit(NotedCommit(end: end, at: now), inStore: store)
      }
      state.withLock { ($0.isMarking, $0.isTrusted) = (true, isTrusted) }
      losses.observeCommits(of: store, areNoted: true)
      return note
    } catch {
      losses.observeCommits(of: store, areNoted: false)
      news.append(.unmarked(cause: "\(error)"))
      return nil
    }
  }

  /// Reads what is noted of a store on which this server has looked already.
  private func noted(of store: Int64, _ news: inout [ClockNews]) -> RestoreNote? {
    guard let marks, state.withLock(\.isMarking) else { return nil }
    do {
      return try RestoreNote(ofStore: store, in: marks)
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
    let restored = try losses.lastRestoration(in: transaction)
    // A start takes nobody's word that somebody else has made a loss good.
    let lost = try look.isFirst ? nil : look.note?.lostCommit(from: transaction)
    finding.madeGood = try lost.flatMap {
      try losses.isMadeGood($0, in: transaction) ? $0 : nil
    }
    if let lost = finding.madeGood { try losses.noteLoss(upTo: lost.at, in: transaction) }
    let startsBehind = try isBehind(look, seen: seen, in: transaction)
    let isOlder = mark < look.mark || startsBehind || lost != finding.madeGood || look.isForged
    if isOlder {
      (finding.isRestored, finding.byOthers) = (true, 0)
      try restoration.write(seen: seen ?? look.now, at: look.now, in: transaction)
      try losses.noteRestoration(in: transaction)
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
    try StoreSetting.signLook(by: audit.keyring, in: transaction)
    if look.isMarking { try StoreSetting.runMark.write(finding.mark, in: transaction) }
    // A restored registry ends before the row that this server named.
    finding.namedEnds = try AuditRegistry.noteEnds(
      after: isOlder || restored > look.restored ? nil : look.namedEnds, by: audit,
      at: look.now, in: transaction)
    finding.restored = try losses.lastRestoration(in: transaction)
    finding.end = transaction.auditLane
    return finding
  }

  /// Tells if a store is behind its mark at a start, or is used and has none.
  ///
  /// A used store without a mark never counts as new, whatever it says of itself: who puts back a
  /// store can take its mark away. A machine on which no node ran before has no mark either, which
  /// is no sign where another node vouches for the store.
  private func isBehind(
    _ look: Look, seen: Timestamp?, in transaction: any ReadTransaction
  ) throws -> Bool {
    guard look.isFirst, let note = look.note else { return false }
    guard note.mark == nil else { return try note.isAhead(of: transaction) }
    guard try RestoreNote.isMissed(before: look.now, policy, in: transaction) else { return false }
    // What was made of a store that was put back says so itself.
    guard try StoreSetting.runMark.read(in: transaction) ?? 0 >= 0 else { return true }
    // Somebody who only writes to the database can hold a lock there, as nodes do.
    let sinceLook = seen.map { look.now.milliseconds(since: $0).magnitude } ?? .max
    guard look.isTrusted, sinceLook < 3 * policy.lookSeconds * 1000 else { return true }
    return try !StoreSetting.isLookSigned(by: audit.keyring, in: transaction)
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
