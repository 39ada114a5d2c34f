import WebAuthnModel
import WireModel

/// Counts attempts at PINs before they are verified.
final class PINAttempts: Sendable {
  private let commands: Commands
  private let audit: AuditTrail
  private let policy: PINPolicy

  init(commands: Commands, audit: AuditTrail, policy: PINPolicy) {
    self.commands = commands
    self.audit = audit
    self.policy = policy
  }

  /// Counts an attempt at a PIN before it is checked.
  ///
  /// One durable transaction counts it, sets the penalty and marks it in flight; only then is the
  /// PIN checked. So guesses sent at once never get more answers than the limit, and a crash leaves
  /// the attempt counted.
  func reserve(
    _ id: [UInt8], at subject: AttemptSubject, of accountID: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> AttemptReservation {
    let count = try Attempts.count(of: subject, in: transaction)
    let inFlight = count.inFlightUntil.milliseconds(since: now)
    if inFlight > 0 {
      throw Refusal(.attemptInProgress, "another attempt is being checked; wait for its answer")
        .retry(afterMilliseconds: inFlight)
    }
    let failures = count.failures + 1
    guard failures <= policy.maxAttempts else { throw Refusal.pinBlocked }
    let penalty = count.penalisedUntil.milliseconds(since: now)
    if penalty > 0 {
      throw Refusal(.penalised, "after a wrong PIN the next one is taken only later")
        .retry(afterMilliseconds: penalty)
    }
    let reserved = AttemptCount(
      failures: failures,
      penalisedUntil: now.adding(seconds: policy.penaltySeconds(afterFailures: failures)),
      inFlightUntil: now.adding(seconds: policy.inFlightSeconds))
    try Attempts.store(reserved, of: subject, attempt: id, in: transaction)
    return AttemptReservation(
      id: id, subject: subject, accountID: accountID, failures: failures)
  }

  /// Records that the PIN was wrong; the attempt is counted already.
  func settleWrong(_ reservation: AttemptReservation) async throws -> Refusal {
    let now = commands.now()
    let failures = reservation.failures
    let isBlocked = failures >= policy.maxAttempts
    let noticeID = "\(reservation.accountID.text):\(Base64URL.encode(reservation.id))"
    var details: JSONObject = ["failures": .integer(failures)]
    if case .device(let id) = reservation.subject { details["device"] = .string(id.text) }
    let event = AuditEvent("pin_refused", subject: reservation.accountID, details)
    try await commands.write { [self] transaction in
      try Attempts.land(reservation.id, of: reservation.subject, in: transaction)
      try audit.append(event, at: now, in: transaction)
      if isBlocked || failures == policy.noticeAtAttempt {
        try Outbox.put(
          notice: isBlocked ? .pinBlocked : .pinAlmostBlocked, to: reservation.accountID,
          id: noticeID, at: now, in: transaction)
      }
    }
    commands.outboxBell.ring()
    return isBlocked ? .pinBlocked : .verificationFailed
  }
}

/// An attempt that was found right, to be cleared by the action that it is for.
struct Attempt: Sendable {
  let subject: AttemptSubject
}

/// An attempt at a PIN that is counted and not checked yet.
struct AttemptReservation: Sendable {
  let id: [UInt8]
  let subject: AttemptSubject
  let accountID: AccountID
  let failures: Int64

  /// The attempt, once it was found right.
  var foundRight: Attempt { Attempt(subject: subject) }
}

extension Refusal {
  /// The PIN is blocked.
  static let pinBlocked = Refusal(
    .secondFactorBlocked, "the PIN is blocked after too many wrong ones; use a passkey"
  ).concerningSecret()
}
