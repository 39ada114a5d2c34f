import WebAuthnModel
import WireModel

/// The factor or sender for which refused attempts are counted.
enum AttemptSubject: Sendable, Hashable {
  /// The PIN of a device: only what its device key signed is counted, so nobody else can spend or
  /// multiply its attempts.
  case device(DeviceID)
  /// The PIN in a body, over all sessions of its account.
  case pin(AccountID)
  /// The assertions of an account's keys, where the policy blocks these.
  case assertions(AccountID)
  /// The codes that an account gave within its sessions.
  case codes(AccountID)
  /// The codes of the account's authenticator app.
  case twoFactor(AccountID)
  /// The assertions and devices' signatures that a session sent.
  case session(AuthenticatedSession)
  /// The attempts to confirm a link.
  case link(SessionLinkID)
  /// The attempts in a lane without a session, by the hash of its token.
  case lane([UInt8], AccountID)
  /// The attempts of strangers of a network, by keyed hashes of it and of those around it,
  /// narrowest first: whoever guesses stops nobody at another.
  case source([[UInt8]])

  /// The kind, as the audit log says it.
  var kind: String {
    switch self {
    case .device, .pin: "pin"
    case .assertions: "assertions"
    case .codes, .twoFactor: "codes"
    case .session: "session"
    case .link: "link"
    case .lane: "lane"
    case .source: "source"
    }
  }

  /// The subject as it is stored.
  var text: String {
    switch self {
    case .device(let id): "device:\(id.text)"
    case .pin(let account): "pin:\(account.text)"
    case .assertions(let account): "assertion:\(account.text)"
    case .codes(let account): "code:\(account.text)"
    case .twoFactor(let account): "two-factor:\(account.text)"
    case .session(let session): "session:\(session.id.text)"
    // A hash: whoever reads the table must not get at an open link.
    case .link(let id): "link:\(Base64URL.encode(sha256(Array(id.text.utf8))))"
    case .lane(let hash, let account): "lane:\(Base64URL.encode(hash)):\(account.text)"
    case .source(let networks): "source:\(Base64URL.encode(networks[0]))"
    }
  }

  /// The rows in which its attempts are counted, each with how many times as many stop it: a
  /// network around another takes twice as many, since more people share it.
  var counted: [(subject: AttemptSubject, weight: Int64)] {
    guard case .source(let networks) = self else { return [(self, 1)] }
    return networks.enumerated().map { level, network in (.source([network]), 1 << Int64(level)) }
  }
}

/// The refused attempts at a factor since the last right one.
struct AttemptCount: Sendable, Hashable {
  /// The number of refusals in a row.
  var failures: Int64 = 0
  /// The moment from which the next is taken.
  var penalisedUntil = Timestamp(milliseconds: 0)
  /// The end of the time for which one is in flight.
  var inFlightUntil = Timestamp(milliseconds: 0)

  /// True if so many refusals in a row have stopped further attempts, until the penalty is over.
  func isStopped(atMost most: Int64, at now: Timestamp) -> Bool {
    failures >= most && penalisedUntil > now
  }
}

/// The counts of refused attempts, as rows; a factor without a row has none.
enum Attempts {
  /// The count of a factor; of a network that of those around it too, as though it were its own.
  static func count(
    of subject: AttemptSubject, in transaction: any ReadTransaction
  ) throws -> AttemptCount {
    var merged = AttemptCount()
    for (counted, weight) in subject.counted {
      let row = try transaction.row(
        "SELECT failed_attempts, penalised_until, in_flight_until FROM attempts WHERE subject = ?",
        [.text(counted.text)])
      guard let row else { continue }
      let failures = (try row.integer(0) + weight - 1) / weight
      merged.failures = max(merged.failures, failures)
      merged.penalisedUntil = max(
        merged.penalisedUntil, Timestamp(milliseconds: try row.integer(1)))
      merged.inFlightUntil = max(
        merged.inFlightUntil, Timestamp(milliseconds: try row.integer(2)))
    }
    return merged
  }

  /// Tells if a subject has a count.
  static func areCounted(
    _ subject: AttemptSubject, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM attempts WHERE subject = ?", [.text(subject.text)]) != nil
  }

  /// Stores a count; with the attempt that is being checked, where one is.
  static func store(
    _ count: AttemptCount, of subject: AttemptSubject, attempt: [UInt8]? = nil,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO attempts (subject, failed_attempts, penalised_until, in_flight_until,
        in_flight_attempt) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (subject) DO UPDATE SET failed_attempts = excluded.failed_attempts,
        penalised_until = excluded.penalised_until, in_flight_until = excluded.in_flight_until,
        in_flight_attempt = excluded.in_flight_attempt
      """,
      [
        .text(subject.text), .integer(count.failures), .integer(count.penalisedUntil.milliseconds),
        .integer(count.inFlightUntil.milliseconds), SQLValue(attempt),
      ])
  }

  /// Notes that an attempt was checked; it stays counted.
  static func land(
    _ attempt: [UInt8], of subject: AttemptSubject, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE attempts SET in_flight_until = 0, in_flight_attempt = NULL
      WHERE subject = ? AND in_flight_attempt = ?
      """, [.text(subject.text), .blob(attempt)])
  }

  /// Forgets a factor's count: it was proved, unblocked or removed.
  static func clear(
    _ subject: AttemptSubject, in transaction: any WriteTransaction
  ) throws {
    for (counted, _) in subject.counted {
      try transaction.enqueue("DELETE FROM attempts WHERE subject = ?", [.text(counted.text)])
    }
  }

  /// Forgets the counts of every factor of an account.
  static func clearAll(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    let subjects: [AttemptSubject] = [
      .pin(account), .assertions(account), .codes(account), .twoFactor(account),
    ]
    for subject in subjects {
      try clear(subject, in: transaction)
    }
    try CodePath.clearAll(of: account, in: transaction)
    try transaction.enqueue(
      """
      DELETE FROM attempts
      WHERE subject IN (SELECT 'device:' || id FROM devices WHERE account_id = ?)
      """, [.text(account.text)])
  }
}

/// Counts attempts that hold nothing right, by who sent them.
final class StrangerAttempts: Sendable {
  private let commands: Commands
  private let limits: AttemptLimits

  init(commands: Commands, limits: AttemptLimits) {
    self.commands = commands
    self.limits = limits
  }

  /// Counts a signature that is nobody's: five in a row end the session that sent them, or stop
  /// their network for a while, and leave their aim untouched.
  ///
  /// - Returns: The refusal of the attempt.
  /// - Throws: ``StoreError``.
  func refusal(from origin: AttemptOrigin) async throws -> Refusal {
    let now = commands.now()
    let counted = try await commands.run { [limits] transaction in
      let subject = try limits.subject(of: origin, at: nil, in: transaction)
      try limits.countRefusal(of: subject, nil, at: now, in: transaction)
    }
    commands.outboxBell.ring()
    return if case .failure(let refusal) = counted { refusal } else { .verificationFailed }
  }
}
