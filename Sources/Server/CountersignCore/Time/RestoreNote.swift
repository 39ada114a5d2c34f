/// The note of a store that is kept outside of it: how far servers and commands had come.
package struct RestoreNote: Sendable {
  /// Stands in the place of a mark while a used store without one has its first look.
  static let absent: Int64 = -1
  /// The store's mark; 0 before its first look is written, nil where there is none.
  let mark: Int64?
  /// The last commit; nil where none was noted.
  let lastCommit: NotedCommit?
  /// The stamp of the store's file; nil where none was noted.
  let fileStamp: Int64?

  /// Reads what was noted.
  ///
  /// - Throws: Where it cannot be read.
  init(ofStore id: Int64, in marks: any RunMarks) throws {
    mark = try marks.mark(ofStore: id).flatMap { $0 < 0 ? nil : $0 }
    lastCommit = try marks.lastCommit(inStore: id)
    fileStamp = try marks.fileStamp(ofStore: id)
  }

  /// Reads what is noted of a store, for a command that then holds the store against it.
  ///
  /// In this order: what is committed meanwhile is noted afterwards.
  ///
  /// - Returns: The note; nil for a store without a number, of which ``markWithoutNumber(in:)``
  ///   tells more.
  /// - Throws: ``StoreError``, and where the note cannot be read.
  package init?(of transaction: any ReadTransaction, in marks: any RunMarks) throws {
    guard let id = try StoreSetting.storeID.read(in: transaction) else { return nil }
    try self.init(ofStore: id, in: marks)
  }

  /// The mark of a store without a number, by which one would be found.
  ///
  /// The first look and the first command give a store its number before anything else is noted. So
  /// somebody took away that of a store in use.
  ///
  /// - Throws: ``StoreError``.
  package static func markWithoutNumber(
    in transaction: any ReadTransaction
  ) throws -> CommandMark {
    guard try StoreSetting.storeID.read(in: transaction) == nil else { return .kept }
    return try AuditRegistry.isInUse(in: transaction) ? .unnumbered : .kept
  }

  /// Holds a store against the note, and changes neither.
  ///
  /// - Throws: ``StoreError``.
  package func held(
    against transaction: any ReadTransaction, in marks: any RunMarks
  ) throws -> CommandMark {
    if try isAhead(of: transaction) { return .ahead }
    let isMarked = try StoreSetting.runMark.read(in: transaction) ?? 0 != 0
    return mark == nil && isMarked ? .absent(folder: marks.folder) : .kept
  }

  /// Holds a store against the note before its rows are carried away.
  ///
  /// A store that servers used without a mark was put back as far as anybody knows.
  ///
  /// - Throws: ``StoreError``.
  package func heldForCopy(
    against transaction: any ReadTransaction, in marks: any RunMarks
  ) throws -> CommandMark {
    let found = try held(against: transaction, in: marks)
    guard found == .kept, mark == nil, try Self.isUsed(in: transaction) else { return found }
    return .absent(folder: marks.folder)
  }

  /// Tells if a store lacks what was noted of it: it was put back.
  ///
  /// The mark, the last commit and the stamp of a file are noted together from the first look on.
  /// So a mark without one of the others says that somebody took that away.
  func isAhead(of transaction: any ReadTransaction) throws -> Bool {
    guard let mark else { return false }
    guard try StoreSetting.runMark.read(in: transaction) ?? 0 >= mark else { return true }
    if let present = try transaction.fileStamp {
      // Later commits that lie beside an older file hide it from the tables.
      guard present >= fileStamp ?? (mark > 0 ? .max : 0) else { return true }
    }
    // The first commit is noted after the mark's beginning.
    return try lastCommit == nil ? mark > 0 : lostCommit(from: transaction) != nil
  }

  /// The last commit that was noted of a store, if the store lacks it; else nil.
  ///
  /// What was put back within a minute of the last look lacks that at least.
  func lostCommit(from transaction: any ReadTransaction) throws -> NotedCommit? {
    guard let lastCommit, lastCommit.end.sequence > 0 else { return nil }
    let row = try transaction.row(
      "SELECT hash FROM audit WHERE lane = ? AND sequence = ?",
      [.blob(lastCommit.end.lane), .integer(lastCommit.end.sequence)])
    return try row?.blob(0) == lastCommit.end.hash ? nil : lastCommit
  }
}

extension RestoreNote {
  /// Has a copy of a store that was put back count as put back itself: any note is ahead of it, and
  /// without one it counts as a store whose mark is elsewhere.
  ///
  /// Where servers kept no mark, there is no row that could be changed.
  package static let forgetting = SQLStatement(
    """
    INSERT INTO settings (name, value) VALUES (?, -1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    """, [.text(StoreSetting.runMark.rawValue)])

  /// Tells if a store that has no mark was used, so that there would be one.
  ///
  /// - Parameters:
  ///   - now: The moment of a server's first look. Shortly before, it makes keys and hosts of its
  ///     own.
  ///   - policy: The time between two looks.
  ///   - transaction: The transaction.
  /// - Returns: True if it was.
  /// - Throws: ``StoreError``.
  static func isMissed(
    before now: Timestamp, _ policy: ClockPolicy, in transaction: any ReadTransaction
  ) throws -> Bool {
    let moments = now.adding(seconds: -3 * policy.lookSeconds).milliseconds...now.milliseconds
    return try isUsed(in: transaction)
      || AuditRegistry.hasContent(apartFrom: moments, in: transaction)
  }

  /// Tells if a server has looked at a store or kept a mark of it, or if it has accounts.
  private static func isUsed(in transaction: any ReadTransaction) throws -> Bool {
    try StoreSetting.runMark.read(in: transaction) ?? 0 != 0
      || StoreSetting.clockSeen.read(in: transaction) != nil
      || transaction.row("SELECT 1 FROM accounts LIMIT 1") != nil
  }
}

/// The restore mark of a store that a command works on beside its servers, or without one.
package enum CommandMark: Sendable, Hashable {
  /// The command's commits are noted as a server's are.
  case kept
  /// No mark is kept in this place: nothing tells if the store was put back.
  case unkept
  /// No mark of the store is in this place, though a server has kept one: the store counts as put
  /// back.
  case absent(folder: String?)
  /// The store is in use and has no number, by which its mark is found: it counts as put back.
  case unnumbered
  /// The store has another number than its audit log began with: it counts as put back.
  case renumbered
  /// The store lacks what was noted of it: it was put back, and no server has started since.
  case ahead
}

extension Keyring {
  /// Has what a command commits noted in the restore mark.
  ///
  /// - Parameters:
  ///   - store: The store that the command has opened.
  ///   - clock: The clock of the store's servers.
  /// - Returns: What became of it.
  /// - Throws: ``StoreError``, and where the mark cannot be read.
  package func keepMark(
    of store: any Store, by clock: any ServiceClock
  ) async throws -> CommandMark {
    guard let marks else { return .kept }
    let (known, isForged) = try await store.read { transaction in
      (
        try StoreSetting.storeID.read(in: transaction),
        try StoreSetting.isNumberForged(by: self, in: transaction)
      )
    }
    guard let id = known else { return try await beginMark(of: store, in: marks, by: clock) }
    if isForged { return .renumbered }
    // Read before the store is: a server that commits meanwhile notes it afterwards.
    let note = try RestoreNote(ofStore: id, in: marks)
    let (mark, restored) = try await store.read { transaction in
      (
        try note.held(against: transaction, in: marks),
        try StoreSetting.restored.moment(in: transaction)
      )
    }
    if mark == .kept, note.mark != nil {
      store.observeCommits { end in
        // The restoration is from before, also where the clock was set back since.
        let now = clock.now()
        let commit = NotedCommit(end: end, at: max(now, restored ?? now))
        marks.noteCommit(commit, inStore: id)
        return commit.at
      }
    }
    return mark
  }

  /// Begins the mark of a store that nobody has used yet: what the command leaves in it would count
  /// as put back without one.
  private func beginMark(
    of store: any Store, in marks: any RunMarks, by clock: any ServiceClock
  ) async throws -> CommandMark {
    let drawn = Int64.random(in: 0 ... .max)
    let audit = AuditTrail(keyring: self)
    let now = clock.now()
    let id: Int64? = try await store.write { transaction in
      guard try !AuditRegistry.isInUse(in: transaction) else { return nil }
      return try StoreSetting.identify(drawn, by: audit, at: now, in: transaction)
    }
    guard let id else {
      let mark = try await store.read { try RestoreNote.markWithoutNumber(in: $0) }
      // A server has given it one meanwhile.
      return mark == .kept ? try await keepMark(of: store, by: clock) : mark
    }
    try marks.note(0, ofStore: id)
    marks.noteCommit(
      NotedCommit(end: AuditLaneHead(newLane: AuditRegistry.lane), at: now), inStore: id)
    store.observeCommits { end in
      let commit = NotedCommit(end: end, at: clock.now())
      marks.noteCommit(commit, inStore: id)
      return commit.at
    }
    return .kept
  }
}
