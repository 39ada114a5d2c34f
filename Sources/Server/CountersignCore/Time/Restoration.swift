/// What is done to a database that was put back from a backup: nothing that was used or stopped
/// since the backup shall be good again.
struct Restoration: Sendable {
  let waits: StoredWaits
  let audit: AuditTrail

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
    try transaction.execute("DELETE FROM lanes", [])
    try transaction.execute(
      "UPDATE session_links SET status = 'over', ending = 'ended' WHERE status <> 'over'", [])
    // Each of the codes that can still be typed may have been used.
    let step = OneTimePassword.step(at: now) + 1
    try transaction.execute(
      "UPDATE authenticator_apps SET last_step = ? WHERE last_step < ?",
      [.integer(step), .integer(step)])
    // Challenges and verification tokens of before, whose spent rows may be lost.
    try StoreSetting.notBefore.raise(to: now.milliseconds, in: transaction)
    try StoreSetting.restored.write(now.milliseconds, in: transaction)
    try audit.append(
      AuditEvent(
        "backup_restored", subjectText: "service",
        [
          "of": .string(seen.rfc3339), "sessions": .integer(Int64(sessions)),
          "recoveries": .integer(Int64(voided)),
        ]), at: now, in: transaction)
  }
}
