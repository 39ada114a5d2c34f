import WebAuthnModel

/// Readies a backup before it takes a database's place: what was used, stopped or revoked since it
/// was made shall not be good again.
package struct StoreRestoration: Sendable {
  private let store: any Store
  private let keyring: Keyring
  private let clock: any ServiceClock

  /// The restoration of a backup.
  ///
  /// - Parameters:
  ///   - store: The backup, opened under another name than the server's database.
  ///   - keyring: The server's keys, as they are after the restoration.
  ///   - clock: The clock.
  package init(store: any Store, keyring: Keyring, clock: any ServiceClock = SystemClock()) {
    (self.store, self.keyring, self.clock) = (store, keyring, clock)
  }

  /// Refuses a backup with PINs under a pepper that the keyring lacks, or with other rows under a
  /// key that it lacks: none of them would be right.
  ///
  /// - Throws: ``KeyringError``, and `StoreError`.
  package func requireKeys() async throws {
    let rows = try await store.rows(
      "SELECT pepper FROM pins UNION SELECT pepper FROM suspended_pins ORDER BY 1", [])
    let known = Set(keyring.keys(.pinPepper).map { Int64($0.number) })
    for row in rows where !known.contains(try row.integer(0)) {
      throw KeyringError(problem: "has no pepper \(try row.integer(0)), which PINs need")
    }
    let ofAudit = Set(keyring.keys(.auditChain).map { Int64($0.number) })
    for row in try await store.rows("SELECT DISTINCT key FROM audit ORDER BY 1", [])
    where !ofAudit.contains(try row.integer(0)) {
      throw KeyringError(
        problem: "has no key \(try row.integer(0)) of the audit log, which rows of the backup need")
    }
    for (purpose, numbers) in try await store.read({ try SealRenewal.numbersInUse(in: $0) }) {
      let missing = numbers.subtracting(keyring.keys(purpose).map(\.number))
      if let number = missing.min() {
        throw KeyringError(
          problem: "has no key \(number) for \(purpose.rawValue), which rows of the backup need")
      }
    }
  }

  /// Ends and voids in the backup what may have been used or stopped since, and carries over what
  /// was revoked.
  ///
  /// - Parameters:
  ///   - revocations: What the database that is replaced has revoked; nil where it cannot be read.
  ///   - changes: What was done to the keys.
  /// - Returns: What was done.
  /// - Throws: `StoreError`, and what reading the mark throws.
  package func write(
    carrying revocations: StoredRevocations?, rotating changes: [KeyChange]
  ) async throws -> RestoredStore {
    let now = clock.now()
    let id = try await store.read { try StoreSetting.storeID.read(in: $0) }
    let noted = try id.flatMap { try keyring.marks?.mark(ofStore: $0) }
    let notedStamp = try id.flatMap { try keyring.marks?.fileStamp(ofStore: $0) }
    let stamp = try await store.stampFile(max((notedStamp ?? 0) + 1, now.milliseconds / 1000))
    return try await store.write { [keyring] transaction in
      let audit = AuditTrail(keyring: keyring)
      let seen = try StoreSetting.clockSeen.moment(in: transaction)
      // First: it looks at where the backup stands, which what follows changes.
      var carried = try revocations?.write(in: transaction)
      try Restoration(waits: StoredWaits(), audit: audit).write(
        seen: seen ?? now, at: now, in: transaction)
      // After it: the penalties that it begins anew are the backup's.
      if let decisions = revocations?.decisions {
        let written = try decisions.write(at: now, in: transaction)
        carried?.counts = written.counts
        carried?.decisions = written.decisions
      }
      try StoreSetting.clockSeen.write(now.milliseconds, in: transaction)
      let mark = StoreSetting.markAfterRestoration(
        of: try StoreSetting.runMark.read(in: transaction) ?? 0, noted: noted ?? 0)
      try StoreSetting.runMark.write(mark, in: transaction)
      try keyring.noteRotation(changes, at: now, in: transaction)
      if let carried {
        var details: JSONObject = [
          "keys": .integer(Int64(carried.keys)), "counts": .integer(Int64(carried.counts)),
          "decisions": .integer(Int64(carried.decisions)),
        ]
        details["otherFactors"] = carried.otherFactors.map { .integer(Int64($0)) }
        details["numbers"] = carried.numbers.map { .integer(Int64($0)) }
        try audit.append(
          AuditEvent("revocations_carried", subjectText: "service", details), at: now,
          in: transaction)
      }
      return RestoredStore(
        seen: seen, carried: carried, storeID: id, mark: mark, end: transaction.auditLane,
        stamp: stamp)
    }
  }

  /// Notes in the restore mark how far the backup is, now that it is the server's database.
  ///
  /// Else the server would take it for one that was put back without a word.
  package func note(_ restored: RestoredStore) throws {
    guard let id = restored.storeID else { return }
    if let stamp = restored.stamp { try keyring.marks?.noteFileStamp(stamp, ofStore: id) }
    try keyring.marks?.note(restored.mark, ofStore: id)
    keyring.marks?.noteCommit(NotedCommit(end: restored.end, at: clock.now()), inStore: id)
  }
}

/// The changes of a restoration to a backup.
package struct RestoredStore: Sendable, Hashable {
  /// The moment of the backup, as near as it is known; nil where no server ran on it.
  package let seen: Timestamp?
  /// The revocations; nil if the database before could not be read.
  package let carried: CarriedRevocations?
  fileprivate let storeID: Int64?
  fileprivate let mark: Int64
  fileprivate let end: AuditLaneHead
  /// The stamp of its file.
  fileprivate let stamp: Int64?
}

/// The changes to a database that was put back from a backup: nothing that was used or stopped
/// since the backup is good again.
struct Restoration: Sendable {
  let waits: StoredWaits
  let audit: AuditTrail

  /// Restores the database under a server that goes on with it.
  ///
  /// - Parameters:
  ///   - jumps: The milliseconds of all jumps, which the other nodes know too.
  ///   - mark: The mark that was noted last; nil where none is kept.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Throws: ``StoreError``.
  func write(
    jumps: Int64, mark: Int64?, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let seen = try StoreSetting.clockSeen.moment(in: transaction)
    try write(seen: seen ?? now, at: now, in: transaction)
    try StoreSetting.clockSeen.write(now.milliseconds, in: transaction)
    try StoreSetting.clockJumps.write(jumps, in: transaction)
    try StoreSetting.signLook(by: audit.keyring, in: transaction)
    guard let mark else { return }
    let stored = try StoreSetting.runMark.read(in: transaction) ?? 0
    try StoreSetting.runMark.write(
      StoreSetting.markAfterRestoration(of: stored, noted: mark), in: transaction)
  }

  /// Ends what may have been used since, begins waits anew, and voids recoveries that wait: one
  /// that the person has stopped since is in the backup as if nobody had.
  ///
  /// - Parameters:
  ///   - seen: The moment of the backup, as near as the store knows it.
  ///   - now: The present moment.
  ///   - transaction: The transaction.
  /// - Throws: ``StoreError``.
  func write(seen: Timestamp, at now: Timestamp, in transaction: any WriteTransaction) throws {
    let moment = [SQLValue.integer(now.milliseconds)]
    let voided = try transaction.execute("DELETE FROM recoveries", [])
    try transaction.execute(
      "UPDATE waits SET stopped_at = ? WHERE reason = 'recovery' AND stopped_at IS NULL", moment)
    try waits.restart(runningAt: seen, at: now, in: transaction)
    let sessions = try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE ended_at IS NULL", moment)
    try transaction.execute(
      "UPDATE code_requests SET closed_at = ? WHERE closed_at IS NULL", moment)
    try transaction.execute("DELETE FROM registration_grants", [])
    // A browser may have lost its lane since.
    for table in ["lanes", "known_networks"] { try transaction.execute("DELETE FROM \(table)", []) }
    try transaction.execute(
      "UPDATE session_links SET status = 'over', ending = 'ended' WHERE status <> 'over'", [])
    try SessionLinks.voidClaims(in: transaction)
    // Each of the codes that can still be typed may have been used.
    let step = OneTimePassword.step(at: now) + 1
    try transaction.execute(
      "UPDATE authenticator_apps SET last_step = ? WHERE last_step < ?",
      [.integer(step), .integer(step)])
    // Challenges and verification tokens of before, whose spent rows may be lost.
    try StoreSetting.notBefore.raise(to: now.milliseconds, in: transaction)
    // Later than the one before on any clock: servers tell by it that they need not do it again.
    let restored = max(now.milliseconds, try last(in: transaction) + 1)
    try StoreSetting.restored.write(restored, in: transaction)
    try audit.append(
      AuditEvent(
        "backup_restored", subjectText: "service",
        [
          "of": .string(seen.rfc3339), "sessions": .integer(Int64(sessions)),
          "recoveries": .integer(Int64(voided)), "moment": .integer(restored),
        ]), at: now, in: transaction)
  }

  /// The moment of the last restoration, in milliseconds; 0 for none.
  ///
  /// A row of the audit log tells it that the keyring made. Whoever writes to the database can
  /// write any number into the setting.
  func last(in transaction: any ReadTransaction) throws -> Int64 {
    let rows = try transaction.rows(
      "\(AuditRecord.columns) WHERE kind = 'backup_restored'", [])
    return try rows.reduce(0) { last, stored in
      let row = try StoredAuditRow(stored)
      guard row.isMade(by: audit.keyring) else { return last }
      guard case .object(let details)? = try? JSONValue(parsing: Array(row.row.details.utf8)),
        case .integer(let moment)? = details["moment"]
      else { return max(last, row.row.at.milliseconds) }
      return max(last, moment)
    }
  }
}
