import WebAuthnModel
import WireModel

/// Counts refused attempts, and stops whoever made too many in a row: a factor of the account where
/// the attempt held a right element, else the session, link, lane or network that sent it.
final class AttemptLimits: Sendable {
  private let audit: AuditTrail
  let policy: AttemptPolicy

  init(audit: AuditTrail, policy: AttemptPolicy) {
    self.audit = audit
    self.policy = policy
  }

  /// By what an attempt is counted that is aimed at an account, or at none that is known.
  func subject(
    of origin: AttemptOrigin, at account: AccountID?, in transaction: any ReadTransaction
  ) throws -> AttemptSubject {
    switch origin {
    case .session(let session): return .session(session)
    case .link(let id): return .link(id)
    case .anybody(let requester):
      if case .browser(let hash, let account)? = try Lanes.lane(
        of: requester, for: account, in: transaction)
      {
        return .lane(hash, account)
      }
      return try source(requester.network, in: transaction)
    }
  }

  /// A network and those around it, each by the hash under which it is counted already, or else the
  /// newest.
  private func source(
    _ network: RequesterNetwork, in transaction: any ReadTransaction
  ) throws -> AttemptSubject {
    .source(
      try network.levels.map { level in
        let hash = audit.keyring.requesterHash(of: level)
        return try hash.all.first { try Attempts.areCounted(.source([$0]), in: transaction) }
          ?? hash.newest
      })
  }

  /// Refuses what too many refused attempts in a row have stopped (PSD2 RTS, Article 4.3b).
  ///
  /// - Returns: The count as it stands.
  @discardableResult
  func requireUnblocked(
    _ subject: AttemptSubject, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> AttemptCount {
    let count = try Attempts.count(of: subject, in: transaction)
    try requireUnblocked(count, of: subject, at: now)
    return count
  }

  /// Refuses what so many refused attempts have stopped.
  func requireUnblocked(
    _ count: AttemptCount, of subject: AttemptSubject, at now: Timestamp
  ) throws {
    if count.isStopped(atMost: policy.maxAttempts, at: now) {
      switch subject {
      case .session: throw Refusal.noSession
      case .link: throw Refusal.linkOver
      case .source, .lane: throw Refusal.sourceStopped.blocked(until: count.penalisedUntil, at: now)
      default: throw Refusal.factorBlocked.blocked(until: count.penalisedUntil, at: now)
      }
    }
  }

  /// Refuses a kind of code that is disabled.
  func requireEnabled(_ path: CodePath, in transaction: any ReadTransaction) throws {
    guard try path.failures(in: transaction) < policy.failuresUntilDisabled else {
      throw Refusal.codesDisabled
    }
  }

  /// Counts a refused attempt; the last that the policy allows stops what it is counted by, and
  /// where that is an account's, its person is told.
  ///
  /// Unlike a PIN's these are counted after their verification. No such attempt can be guessed in
  /// parallel faster than its own limits allow: a signature not at all, a code five times.
  func countRefusal(
    of subject: AttemptSubject, _ accountID: AccountID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try requireUnblocked(subject, at: now, in: transaction)
    if case .session(let session) = subject, try !Sessions.isOpen(session, in: transaction) {
      throw Refusal.noSession
    }
    for (counted, weight) in subject.counted {
      let most = policy.maxAttempts * weight
      var count = try Attempts.count(of: counted, in: transaction)
      // A block that is over starts the count anew.
      if count.failures >= most { count.failures = 0 }
      count.failures += 1
      let isBlocked = count.failures >= most
      count.penalisedUntil = isBlocked ? now.adding(seconds: policy.blockSeconds) : now
      try Attempts.store(count, of: counted, in: transaction)
      if isBlocked { try stop(counted, accountID, at: now, in: transaction) }
    }
  }

  private func stop(
    _ subject: AttemptSubject, _ accountID: AccountID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    switch subject {
    case .session(let session):
      try Sessions.end(session, at: now, in: transaction)
      try audit.append(
        AuditEvent(
          "session_stopped", subject: session.accountID, ["session": .string(session.id.text)]),
        at: now, in: transaction)
      try put(.sessionStopped, to: session.accountID, subject, at: now, in: transaction)
    case .link(let id):
      try SessionLinks.markOver(id, .ended, in: transaction)
    case .lane(let hash, let account):
      try Lanes.end(hash, of: account, in: transaction)
      try Attempts.clear(subject, in: transaction)
      try audit.append(AuditEvent("lane_ended", subject: account), at: now, in: transaction)
    case .source(let networks):
      try audit.append(
        AuditEvent("source_stopped", subjectText: "anybody", ["source": .source(networks[0])]),
        at: now, in: transaction)
    case .device, .pin, .assertions, .codes, .twoFactor:
      guard let accountID else { return }
      try audit.append(
        AuditEvent("factor_blocked", subject: accountID, ["attempts": .string(subject.kind)]),
        at: now, in: transaction)
      try put(.factorBlocked, to: accountID, subject, at: now, in: transaction)
    }
  }

  private func put(
    _ notice: Message.Notice, to account: AccountID, _ subject: AttemptSubject, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try Outbox.put(
      notice: notice, to: account, id: "\(subject.text):\(now.milliseconds)", at: now,
      in: transaction)
  }

  /// Counts a wrong code in its kind; the last that the policy allows disables the kind, and the
  /// person is told.
  private func count(
    _ path: CodePath, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try path.count(in: transaction)
    guard try path.failures(in: transaction) == policy.failuresUntilDisabled else { return }
    try audit.append(
      AuditEvent(
        "codes_disabled", subject: path.account, ["codes": .string(path.kind.rawValue)]), at: now,
      in: transaction)
    try Outbox.put(
      notice: .codesDisabled, to: path.account,
      id: "\(path.account.text):\(path.kind.rawValue):\(now.milliseconds)", at: now,
      in: transaction)
  }

  /// Writes what a refusal counts.
  ///
  /// - Returns: The refusal; with the tries that are left where the account's codes are counted,
  ///   and with the end of the block that it began.
  func write(
    _ refusal: Refusal, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Refusal {
    var told = refusal
    for attempt in refusal.counted {
      switch attempt {
      case .code(let code, let subject, let path):
        try transaction.execute(
          "UPDATE code_requests SET tries = tries + 1 WHERE id = ?", [.text(code.id.text)])
        let details: JSONObject = [
          "codeRequest": code.id.auditID, "purpose": .string(code.purpose),
        ]
        // By whom it was aimed at; by the name where nobody has it.
        let target = code.accountID ?? code.sentTo
        try audit.append(
          AuditEvent("code_refused", subjectText: target?.text ?? code.userName, details), at: now,
          in: transaction)
        if let path { try count(path, at: now, in: transaction) }
        try countRefusal(of: subject, code.accountID, at: now, in: transaction)
        try tell(&told, of: subject, at: now, in: transaction)
      case .appCode(let account):
        try audit.append(
          AuditEvent("authenticator_code_refused", subject: account), at: now, in: transaction)
        try count(CodePath(.app, of: account), at: now, in: transaction)
        try countRefusal(of: .twoFactor(account), account, at: now, in: transaction)
        try tell(&told, of: .twoFactor(account), at: now, in: transaction)
      case .signCount(let account, let details, let subject):
        try audit.append(
          AuditEvent("sign_count_behind", subject: account, details), at: now, in: transaction)
        if let subject { try countRefusal(of: subject, account, at: now, in: transaction) }
      }
    }
    return told
  }

  /// Has the refusal of a wrong code tell what its count has come to: of an account's codes the
  /// tries that are left, and of a network only the end of its block.
  private func tell(
    _ refusal: inout Refusal, of subject: AttemptSubject, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    let count = try Attempts.count(of: subject, in: transaction)
    let left = max(0, policy.maxAttempts - count.failures)
    switch subject {
    case .codes, .twoFactor:
      if refusal.tellsTries { refusal.triesLeft = min(left, refusal.triesLeft ?? left) }
    case .source: break
    case .device, .pin, .assertions, .session, .link, .lane: return
    }
    if left == 0 { refusal = refusal.blocked(until: count.penalisedUntil, at: now) }
  }
}

/// An attempt that a refusal counts: a value, so that it outlives what the refusal rolls back.
enum CountedAttempt: Sendable, Hashable {
  /// A wrong code: by its request, by who gave it, and by its kind where it can be disabled.
  case code(StoredCode, AttemptSubject, CodePath?)
  /// A wrong code of an authenticator app, or of one that is being set up.
  case appCode(AccountID)
  /// An assertion whose sign count is behind, with what the audit log says of it, and by who gave
  /// it.
  case signCount(AccountID, JSONObject, AttemptSubject?)
}

extension Refusal {
  /// The factor is blocked for a while.
  static let factorBlocked = Refusal(
    .secondFactorBlocked, "too many wrong ones in a row; wait, or use another factor"
  ).concerningSecret()

  /// Too many attempts from this network held nothing right.
  static let sourceStopped = Refusal(
    .tooManyRequests,
    "too many wrong attempts came from this network; wait, or sign in on a device or in a browser "
      + "that you have used before"
  ).concerningSecret()

  /// So many codes in a row were wrong that a stronger proof has to come first.
  static let codesDisabled = Refusal(
    .secondFactorBlocked,
    "too many wrong codes were given; prove a passkey or a device's PIN first, or ask for help"
  ).concerningSecret()
}

extension JSONValue {
  /// A source of attempts as the audit log has it: the same for all of it, and no address.
  static func source(_ network: [UInt8]) -> JSONValue {
    .string(Base64URL.encode(Array(network.prefix(12))))
  }
}
