import WebAuthnModel
import WireModel

/// Counts refused assertions and codes, and blocks a factor after too many.
final class AttemptLimits: Sendable {
  private let audit: AuditTrail
  private let policy: AttemptPolicy

  init(audit: AuditTrail, policy: AttemptPolicy) {
    self.audit = audit
    self.policy = policy
  }

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
    guard count.failures < policy.maxAttempts || wait <= 0 else {
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
    if count.failures >= policy.maxAttempts { count.failures = 0 }
    count.failures += 1
    let isBlocked = count.failures >= policy.maxAttempts
    count.penalisedUntil = isBlocked ? now.adding(seconds: policy.blockSeconds) : now
    try Attempts.store(count, of: subject, in: transaction)
    guard isBlocked, let accountID else { return }
    try audit.append(
      AuditEvent("factor_blocked", subject: accountID, ["attempts": .string(subject.kind)]),
      at: now, in: transaction)
    try Outbox.put(
      notice: .factorBlocked, to: accountID, id: "\(subject.text):\(now.milliseconds)", at: now,
      in: transaction)
  }

  /// Writes what a refusal counts.
  func write(
    _ counted: [CountedAttempt], at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    for attempt in counted {
      switch attempt {
      case .code(let code, let subject):
        try transaction.execute(
          "UPDATE code_requests SET tries = tries + 1 WHERE id = ?", [.text(code.id.text)])
        let details: JSONObject = [
          "codeRequest": code.id.auditID, "purpose": .string(code.purpose),
        ]
        try audit.append(
          AuditEvent("code_refused", subjectText: code.userName, details), at: now,
          in: transaction)
        try countRefusal(of: subject, code.accountID, at: now, in: transaction)
      case .appCode(let account):
        try audit.append(
          AuditEvent("authenticator_code_refused", subject: account), at: now, in: transaction)
        try countRefusal(of: .twoFactor(account), account, at: now, in: transaction)
      case .signCount(let account, let details):
        try audit.append(
          AuditEvent("sign_count_behind", subject: account, details), at: now, in: transaction)
        try countRefusal(of: .assertions(account), account, at: now, in: transaction)
      }
    }
  }
}

/// An attempt that a refusal counts: a value, so that it outlives what the refusal rolls back.
enum CountedAttempt: Sendable, Hashable {
  /// A wrong code: by its request, and by who gave it.
  case code(StoredCode, AttemptSubject)
  /// A wrong code of an authenticator app, or of one that is being set up.
  case appCode(AccountID)
  /// An assertion whose sign count is behind, with what the audit log says of it.
  case signCount(AccountID, JSONObject)
}

extension Refusal {
  /// The factor is blocked for a while.
  static let factorBlocked = Refusal(
    .secondFactorBlocked, "too many wrong ones in a row; wait, or use another factor"
  ).concerningSecret()
}
