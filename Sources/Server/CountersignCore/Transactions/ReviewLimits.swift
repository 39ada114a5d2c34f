/// Refuses what a host puts before a person too often: who is asked again and again confirms
/// without reading.
struct ReviewLimits: Sendable {
  let policy: HostPolicy

  /// Refuses a transaction for which there is no room.
  ///
  /// - Throws: ``Refusal`` with the time to wait: `too_many_pending` where as many wait as may, of
  ///   this host or of all; `too_many_requests` where the person declined this host's lately.
  func requireRoom(for draft: ReviewDraft, in transaction: any ReadTransaction) throws {
    let pending = try ReviewRecords.pending(of: draft.accountID, at: draft.now, in: transaction)
    let own = pending.filter { $0.hostID == draft.hostID }
    try requireBelow(policy.pendingPerHost, own, "of this host", at: draft.now)
    try requireBelow(policy.pendingPerAccount, pending, "of all hosts", at: draft.now)
    try requireNotDeclined(draft, in: transaction)
  }

  /// Refuses to hand more over than a person can look at in ten minutes: each one calls on all
  /// their devices, withdrawn ones too.
  func requireSlow(
    _ draft: ReviewDraft, most: Int, in transaction: any ReadTransaction
  ) throws {
    let since = draft.now.adding(seconds: -Self.slowSeconds)
    let row = try transaction.row(
      """
      SELECT COUNT(*), MIN(created_at) FROM transactions
      WHERE account_id = ? AND changed_at > ? AND host_id = ? AND created_at > ?
      """,
      [
        .text(draft.accountID.text), .integer(since.milliseconds), .text(draft.hostID.text),
        .integer(since.milliseconds),
      ])
    guard let row, try row.integer(0) >= most else { return }
    let end = Timestamp(milliseconds: try row.integer(1)).adding(seconds: Self.slowSeconds)
    throw Refusal(
      .tooManyRequests, "this account handed over \(most) actions within ten minutes; wait"
    ).retry(afterMilliseconds: end.milliseconds(since: draft.now))
  }

  private static let slowSeconds: Int64 = 600

  private func requireBelow(
    _ limit: Int, _ pending: [ReviewRecord], _ whose: String, at now: Timestamp
  ) throws {
    guard let first = pending.first, pending.count >= limit else { return }
    throw Refusal(
      .tooManyPending,
      "\(pending.count) transactions \(whose) wait for this person; let them decide first"
    ).retry(afterMilliseconds: first.expiresAt.milliseconds(since: now))
  }

  /// The last declines within the time count; from the newest on, the host waits that time.
  private func requireNotDeclined(_ draft: ReviewDraft, in transaction: any ReadTransaction) throws
  {
    let (count, seconds) = (policy.declinesBeforeWait, policy.declineSeconds)
    let declines = try ReviewRecords.declines(
      of: draft.hostID, by: draft.accountID, since: draft.now.adding(seconds: -2 * seconds),
      most: count, in: transaction)
    guard count > 0, declines.count == count, let newest = declines.first,
      let oldest = declines.last, newest < oldest.adding(seconds: seconds),
      draft.now < newest.adding(seconds: seconds)
    else { return }
    throw Refusal(
      .tooManyRequests, "the person declined \(count) transactions of this host; wait, then ask"
    ).retry(
      afterMilliseconds: newest.adding(seconds: seconds).milliseconds(since: draft.now))
  }
}
