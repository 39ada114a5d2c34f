import WebAuthnModel
import WireModel

extension Service {
  /// Refuses a factor that is blocked for a while, after as many refused attempts in a row as the
  /// policy allows (PSD2 RTS, Article 4.3b).
  ///
  /// - Returns: The count as it stands.
  @discardableResult
  func requireUnblocked(
    _ subject: AttemptSubject, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> AttemptCount {
    let count = try Attempts.count(of: subject, in: transaction)
    try requireUnblocked(count, at: now)
    return count
  }

  /// Refuses while so many refused attempts block a factor.
  func requireUnblocked(_ count: AttemptCount, at now: Timestamp) throws {
    let wait = count.penalisedUntil.milliseconds(since: now)
    guard count.failures < policy.attempts.maxAttempts || wait <= 0 else {
      throw Refusal.factorBlocked.retry(afterMilliseconds: wait)
    }
  }

  /// Counts a refused assertion or code; the last that the policy allows blocks the factor for a
  /// while, and the person is told.
  ///
  /// Unlike a PIN's these are counted when they were judged: no such attempt can be guessed in
  /// parallel faster than its own limits allow (a signature not at all, a code five times).
  func countRefusal(
    of subject: AttemptSubject, _ accountID: AccountID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    var count = try requireUnblocked(subject, at: now, in: transaction)
    // A block that is over starts the count anew.
    if count.failures >= policy.attempts.maxAttempts { count.failures = 0 }
    count.failures += 1
    let isBlocked = count.failures >= policy.attempts.maxAttempts
    count.penalisedUntil = isBlocked ? now.adding(seconds: policy.attempts.blockSeconds) : now
    try Attempts.store(count, of: subject, in: transaction)
    guard isBlocked, let accountID else { return }
    try audit.append(
      AuditEvent("factor_blocked", subject: accountID, ["attempts": .string(subject.kind)]),
      at: now, in: transaction)
    try Outbox.put(
      notice: .factorBlocked, to: accountID, id: "\(subject.text):\(now.milliseconds)", at: now,
      in: transaction)
  }
}

extension Refusal {
  /// The factor is blocked for a while.
  static let factorBlocked = Refusal(
    .secondFactorBlocked, "too many wrong ones in a row; wait, or use another factor"
  ).concerningSecret()
}
