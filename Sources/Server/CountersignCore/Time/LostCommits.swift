import Synchronization
import WebAuthnModel

/// Dates the commits of a server, finds those that its database lacks, and restores the database
/// unless somebody has done so after them.
final class LostCommits: Sendable {
  private struct State {
    /// The store's mark, as the last look left it; 0 where none is kept.
    var mark: Int64 = 0
    /// The milliseconds of all jumps, of other nodes too, as the last look left them.
    var jumps: Int64 = 0
    /// The last restoration of this server.
    var own: OwnRestoration?
    /// The last restoration that was looked for.
    var known: KnownRestoration?
    /// True if a writer found the database put back, and nobody was told yet.
    var isPutBack = false
  }

  /// The last restoration that the audit log has, in milliseconds, for what the store's setting
  /// says.
  private struct KnownRestoration {
    let setting: Int64
    let moment: Int64
  }

  /// A restoration of this server, by both of its readings of the clock.
  private struct OwnRestoration {
    /// The moment in the store, in milliseconds.
    let moment: Int64
    /// The same moment, as commits are dated.
    let latest: Timestamp
  }

  private let store: any Store
  private let clock: WatchedClock
  private let marks: (any RunMarks)?
  private let restoration: Restoration
  private let state = Mutex(State())

  init(
    _ store: any Store, clock: WatchedClock, marks: (any RunMarks)?, restoration: Restoration
  ) {
    (self.store, self.clock, self.marks) = (store, clock, marks)
    self.restoration = restoration
  }

  /// True if a writer found the database put back, and nobody was told yet.
  var isPutBack: Bool { state.withLock(\.isPutBack) }

  /// Tells once if a writer found the database put back.
  func takePutBack() -> Bool {
    state.withLock { state in
      defer { state.isPutBack = false }
      return state.isPutBack
    }
  }

  /// Has each commit dated from now on, and noted where marks are kept.
  func observeCommits(of id: Int64, areNoted: Bool) {
    store.observeCommits { [clock, marks = areNoted ? marks : nil] end in
      // After the commit: a restoration that is dated later has seen the database without it.
      let commit = NotedCommit(end: end, at: clock.latest())
      marks?.noteCommit(commit, inStore: id)
      return commit.at
    }
  }

  /// Has each writer that cannot know whether its database was put back find out before it writes:
  /// the next commit goes over the note of the last one.
  ///
  /// - Parameter id: The store's number; nil where no marks are kept.
  func settleDoubts(of id: Int64?) {
    store.settleDoubts { [weak self] doubt, transaction in
      try self?.settle(doubt, of: id, in: transaction)
    }
  }

  /// Has this server vouch for the store beside new nodes, after its first look.
  ///
  /// - Throws: ``StoreError``.
  func vouch(forStore id: Int64) async throws {
    try await store.vouch { [weak self] transaction in
      try self?.isKnown(id, in: transaction) ?? false
    }
  }

  /// Tells if the store has this server's last look and the noted commit.
  private func isKnown(_ id: Int64, in transaction: any ReadTransaction) throws -> Bool {
    guard let marks else { return false }
    // Read before the store is: what is committed meanwhile is noted afterwards.
    let (note, mark) = (try RestoreNote(ofStore: id, in: marks), state.withLock(\.mark))
    guard try note.mark != nil && StoreSetting.storeID.read(in: transaction) == id,
      try StoreSetting.runMark.read(in: transaction) ?? 0 >= mark
    else { return false }
    return try !note.isAhead(of: transaction)
  }

  /// Learns what a look has written.
  func noteLook(mark: Int64, jumps: Int64, restored: Int64) {
    state.withLock { ($0.mark, $0.jumps) = (mark, jumps) }
    clock.raiseLatest(to: restored)
  }

  /// Learns that this server has restored the database, in the transaction that does so.
  func noteRestoration(in transaction: any ReadTransaction) throws {
    let moment = try StoreSetting.restored.read(in: transaction) ?? 0
    clock.raiseLatest(to: moment)
    state.withLock { $0.own = OwnRestoration(moment: moment, latest: clock.latest()) }
  }

  /// The moment of the last restoration, in milliseconds; 0 for none.
  ///
  /// Nobody but the keyring vouches for one that is ahead of the clock, by which all later commits
  /// would be dated.
  func lastRestoration(in transaction: any ReadTransaction) throws -> Int64 {
    let setting = try StoreSetting.restored.read(in: transaction) ?? 0
    let isPast = setting <= clock.latest().milliseconds
    return isPast ? setting : try provenRestoration(in: transaction)
  }

  /// The moment of the last restoration that the audit log has; 0 for none.
  ///
  /// It is looked for once for each value of the setting: the log has no index of kinds.
  private func provenRestoration(in transaction: any ReadTransaction) throws -> Int64 {
    let setting = try StoreSetting.restored.read(in: transaction) ?? 0
    if let known = state.withLock(\.known), known.setting == setting { return known.moment }
    let moment = try restoration.last(in: transaction)
    state.withLock { $0.known = KnownRestoration(setting: setting, moment: moment) }
    return moment
  }

  /// Tells if somebody has made the loss of a commit good, as the audit log tells.
  func isMadeGood(_ lost: NotedCommit, in transaction: any ReadTransaction) throws -> Bool {
    try isMadeGood(lost.at, by: provenRestoration(in: transaction))
  }

  /// Says in the audit log that commits are gone whose loss was made good: a lane that ends early
  /// is seen, whoever cut it.
  ///
  /// - Parameters:
  ///   - lost: A moment that is not before the last of them.
  ///   - transaction: The transaction.
  /// - Throws: ``StoreError``.
  func noteLoss(upTo lost: Timestamp, in transaction: any WriteTransaction) throws {
    try restoration.audit.append(
      AuditEvent("commits_lost", subjectText: "service", ["until": .string(lost.rfc3339)]),
      at: clock.now(), in: transaction)
  }

  /// Tells if a database that lacks a commit was restored after that commit.
  ///
  /// A restoration from before it made another loss good: the database may have been put back to a
  /// copy that has the restoration already. In doubt, as after a clock was set back, the answer is
  /// no, and the database is restored once more.
  ///
  /// - Parameters:
  ///   - lost: A moment that is not before the commit.
  ///   - restored: The moment of the database's last restoration, in milliseconds; 0 for none.
  /// - Returns: True if it was.
  func isMadeGood(_ lost: Timestamp, by restored: Int64) -> Bool {
    if restored > lost.milliseconds { return true }
    // Of its own restorations a server knows the order on any clock.
    return state.withLock { $0.own.map { $0.moment == restored && $0.latest > lost } ?? false }
  }

  /// Restores a writer's database that is behind the last look.
  ///
  /// It also restores one that lacks the writer's last commit or the noted one, unless somebody has
  /// done so since.
  private func settle(
    _ doubt: WriterDoubt, of id: Int64?, in transaction: any WriteTransaction
  ) throws {
    // Read before the store is. One that cannot be read is told at each look.
    let note = id.flatMap { id in marks.flatMap { try? RestoreNote(ofStore: id, in: $0) } }
    let (jumps, mark) = state.withLock { ($0.jumps, $0.mark) }
    clock.raiseLatest(to: try lastRestoration(in: transaction))
    let lost = try [doubt.lost, note?.lostCommit(from: transaction)?.at].compactMap { $0 }.max()
    let isLost = try lost.map { try !isMadeGood($0, by: provenRestoration(in: transaction)) }
    guard try isLost ?? false || StoreSetting.runMark.read(in: transaction) ?? 0 < mark else {
      if let lost { try noteLoss(upTo: lost, in: transaction) }
      return
    }
    try restoration.write(
      jumps: jumps, mark: id.map { _ in max(mark, note?.mark ?? 0) }, at: clock.now(),
      in: transaction)
    try noteRestoration(in: transaction)
    state.withLock { $0.isPutBack = true }
  }
}
