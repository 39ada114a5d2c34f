import WebAuthnModel
import WireModel

/// The recovery of an account, as a row.
struct Recovery: Sendable {
  /// When the wait is over.
  let readyAt: Timestamp
  let completedAt: Timestamp?

  /// The account's latest recovery; nil where there never was one, or it was cancelled.
  static func find(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> Recovery? {
    let row = try transaction.row(
      "SELECT ready_at, completed_at FROM recoveries WHERE account_id = ?", [.text(account.text)])
    guard let row else { return nil }
    return Recovery(
      readyAt: Timestamp(milliseconds: try row.integer(0)),
      completedAt: try row.optionalInteger(1).map(Timestamp.init(milliseconds:)))
  }

  /// How far it has come.
  func status(at now: Timestamp, _ policy: RecoveryPolicy) -> RecoveryAnswer.Status {
    guard completedAt == nil, now < readyAt.adding(seconds: policy.openSeconds) else {
      return .none
    }
    return now < readyAt ? .waiting : .ready
  }
}

extension Service {
  /// Takes away the recovery that is under way; one that was completed stays, for its limit.
  ///
  /// - Returns: Whether there was one.
  func withdrawRecovery(
    of account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Bool {
    guard try recoveryStatus(of: account, at: now, in: transaction) != .none else { return false }
    try transaction.execute("DELETE FROM recoveries WHERE account_id = ?", [.text(account.text)])
    return true
  }

  /// Whether the account's recovery is ready: then a mailed code entitles to its first new factor.
  func isRecoverable(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    try recoveryStatus(of: account, at: now, in: transaction) == .ready
  }

  /// Whether a code makes the room that a new factor takes: what it completes is a recovery, which
  /// revokes all that was there.
  func makesRoom(
    byCode isByCode: Bool, for account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> Bool {
    try isByCode && isRecoverable(account, at: now, in: transaction)
  }

  /// How far the account's recovery has come.
  func recoveryStatus(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> RecoveryAnswer.Status {
    guard let recovery = try Recovery.find(of: account, in: transaction) else {
      return RecoveryAnswer.Status.none
    }
    return recovery.status(at: now, policy.recovery)
  }

  /// Whether the account was recovered so short a time ago that only low amounts are taken,
  /// whatever the proof.
  func isFreshlyRecovered(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    let completedAt = try Recovery.find(of: account, in: transaction)?.completedAt
    guard let completedAt else { return false }
    return completedAt.adding(seconds: policy.recovery.limitSeconds) > now
  }
}
