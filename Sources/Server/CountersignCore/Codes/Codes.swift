import WebAuthnModel
import WireModel

/// The codes that are sent: counted when they are asked for, verified and used up with
/// what they are good for.
final class Codes: Sendable {
  let derivation: CodeDerivation
  let limits: AttemptLimits
  let audit: AuditTrail
  let addresses: AddressBook
  let policy: CodePolicy

  init(
    derivation: CodeDerivation, limits: AttemptLimits, audit: AuditTrail, addresses: AddressBook,
    policy: CodePolicy
  ) {
    self.addresses = addresses
    self.derivation = derivation
    self.limits = limits
    self.audit = audit
    self.policy = policy
  }

  /// Stores a request for a code, within the hourly limit.
  ///
  /// Requests with a session and those of each network are counted apart, so that a stranger who
  /// asks for codes can neither void nor use up the person's own; all networks together have a
  /// limit too, so that nobody's mailbox is flooded. Requests for names that have no account are
  /// stored and counted all the same: the limit tells nothing.
  func store(
    _ request: NewCodeRequest, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let recipient = try requireRequestsLeft(
      for: request.requester, request.place, to: request.userName, at: now, in: transaction)
    let holder = request.requester.holder
    if let holder {
      // Newest only: within a session or link a new code for a purpose ends the one before.
      try transaction.execute(
        """
        UPDATE code_requests SET closed_at = ?
        WHERE session_id = ? AND purpose = ? AND place = ? AND closed_at IS NULL
        """,
        [
          .integer(now.milliseconds), .text(holder.id), .text(request.purpose.rawValue),
          .text(request.place.rawValue),
        ])
    }
    try transaction.execute(
      """
      INSERT INTO code_requests (id, recipient, user_name, display_name, account_id, session_id,
        purpose, place, created_at, binding, sent_to, tries)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      """,
      [
        .text(request.id.text), .blob(recipient), .text(request.userName),
        SQLValue(request.displayName), SQLValue(holder?.account.text),
        SQLValue(holder?.id), .text(request.purpose.rawValue),
        .text(request.place.rawValue), .integer(now.milliseconds), SQLValue(request.binding),
        SQLValue(request.sentTo?.text),
      ])
  }

  /// Refuses a request past the hourly limits.
  ///
  /// - Returns: By what requests like it are counted.
  @discardableResult
  func requireRequestsLeft(
    for requester: CodeRequester, _ place: CodePlace, to userName: String, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> [UInt8] {
    let bucket = "\(requester.bucket):\(place.rawValue):\(userName)"
    let recipient = audit.keyring.authenticationCode(.auditSubject, Array(bucket.utf8))
    try requireBelow(
      policy.requestsPerHour, "recipient = ?", [.blob(recipient)], at: now, in: transaction)
    if requester.holder == nil {
      try requireBelow(
        policy.strangersRequestsPerHour, "user_name = ? AND session_id IS NULL",
        [.text(userName)], at: now, in: transaction)
    }
    return recipient
  }

  /// Refuses where so many requests of a kind were stored within the hour.
  private func requireBelow(
    _ limit: Int64, _ condition: String, _ values: [SQLValue], at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    let hourAgo = now.adding(seconds: -3600)
    let recent = try transaction.rows(
      "SELECT created_at FROM code_requests WHERE \(condition) AND created_at > ? "
        + "ORDER BY created_at",
      values + [.integer(hourAgo.milliseconds)])
    guard let oldest = recent.first, recent.count >= limit else { return }
    throw Refusal(.tooManyRequests, "too many codes were asked for; wait before the next")
      .retry(afterMilliseconds: try oldest.integer(0) - hourAgo.milliseconds)
  }

  /// Verifies a code that opens a session, by the id of its request.
  func verify(
    _ code: SecretText, request: CodeRequestID, purpose: CodePurpose, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> JudgedCode {
    let stored = try transaction.row(
      "\(StoredCode.columns) WHERE id = ? AND purpose = ? AND session_id IS NULL",
      [.text(request.text), .text(purpose.rawValue)])
    return try verify(code, stored.map(StoredCode.init), at: now, in: transaction)
  }

  /// Verifies a code given within a session: the newest for one of these purposes.
  func verify(
    _ code: SecretText, session: AuthenticatedSession, purposes: [CodePurpose],
    _ place: CodePlace = .first, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> JudgedCode {
    try verify(
      code, holder: session.id.text, purposes: purposes, place, at: now, in: transaction)
  }

  /// Verifies a code given with a link: the newest for its purpose.
  func verify(
    _ code: SecretText, link: SessionLinkID, purpose: CodePurpose, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> JudgedCode {
    try verify(code, holder: link.text, purposes: [purpose], .first, at: now, in: transaction)
  }

  private func verify(
    _ code: SecretText, holder: String, purposes: [CodePurpose], _ place: CodePlace,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> JudgedCode {
    let newest = try purposes.compactMap { purpose in
      try StoredCode.newest(of: holder, purpose, place, in: transaction)
    }.max { $0.createdAt < $1.createdAt }
    return try verify(code, newest, at: now, in: transaction)
  }

  /// Counts a try and verifies it.
  ///
  /// A right code is closed only by what it was given for.
  private func verify(
    _ code: SecretText, _ stored: StoredCode?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> JudgedCode {
    // Refused without a write: else whoever has an old request's id could make the store grow.
    guard let stored, stored.isOpen(at: now, policy) else {
      throw Refusal.verificationFailed
    }
    let subject =
      stored.accountID.map { AttemptSubject.codes($0) }
      ?? AttemptSubject.strangersCodes(recipient: stored.recipient)
    let count = try limits.requireUnblocked(subject, at: now, in: transaction)
    guard derivation.matches(code, stored.id) else {
      throw Refusal.verificationFailed.counting(.code(stored, subject))
    }
    if count.failures > 0 { try Attempts.clear(subject, in: transaction) }
    return JudgedCode(
      id: stored.id, userName: stored.userName, displayName: stored.displayName,
      sentTo: stored.sentTo)
  }

  /// Spends a code: what it was given for succeeds in this transaction.
  static func close(
    _ request: CodeRequestID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      "UPDATE code_requests SET closed_at = ? WHERE id = ?",
      [.integer(now.milliseconds), .text(request.text)])
  }
}

/// A code request as it is stored, its code judged right.
struct JudgedCode: Sendable {
  let id: CodeRequestID
  let userName: String
  let displayName: String?
  /// The account whose addresses it was sent to; nil where it went to the name that was typed.
  let sentTo: AccountID?
}

/// A request for a code that is about to be stored.
struct NewCodeRequest: Sendable {
  let id: CodeRequestID
  let userName: String
  let displayName: String?
  let requester: CodeRequester
  let purpose: CodePurpose
  let place: CodePlace
  /// The one action that the code is good for; nil for what is no action.
  var binding: [UInt8]?
  /// The account whose addresses it is sent to; nil where it goes to the name that was typed, or
  /// to nobody.
  let sentTo: AccountID?
}

/// The place of a code among those of one proof.
enum CodePlace: String, Sendable, Hashable {
  /// The one that is asked for: `validateCode`.
  case first
  /// The one that is texted: `otp`, once the first was right, or that of a new number.
  case second
}

/// Who asks for a code, and by what the requests are counted.
enum CodeRequester: Sendable {
  /// The person, signed in.
  case session(AuthenticatedSession)
  /// Whoever confirms a link that enrols a device of the account.
  case link(SessionLinkID, AccountID)
  /// Anybody, the person among them.
  case stranger(RequesterNetwork)

  /// What alone the code can be given to: a session or a link of an account; nil for whoever opens
  /// a session with it.
  var holder: (id: String, account: AccountID)? {
    switch self {
    case .session(let session): (session.id.text, session.accountID)
    case .link(let link, let account): (link.text, account)
    case .stranger: nil
    }
  }

  fileprivate var bucket: String {
    switch self {
    case .session: "session"
    case .link: "link"
    case .stranger(let network): "stranger:\(network.text)"
    }
  }
}
