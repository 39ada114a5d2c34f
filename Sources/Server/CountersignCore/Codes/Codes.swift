import WebAuthnModel
import WireModel

/// The codes that are sent: counted when they are asked for, verified and used up with
/// what they are good for.
final class Codes: Sendable {
  let derivation: CodeDerivation
  let limits: AttemptLimits
  let requests: CodeLimits
  let audit: AuditTrail
  let addresses: AddressBook
  let policy: CodePolicy

  init(
    derivation: CodeDerivation, limits: AttemptLimits, requests: CodeLimits, audit: AuditTrail,
    addresses: AddressBook, policy: CodePolicy
  ) {
    self.addresses = addresses
    self.requests = requests
    self.derivation = derivation
    self.limits = limits
    self.audit = audit
    self.policy = policy
  }

  /// Stores a request for a code, within its limits.
  ///
  /// Requests in each lane, in other sessions and of each network are counted apart, so strangers
  /// can neither void nor use up the person's own. Requests for names that have no account are
  /// stored and counted all the same: the limit tells nothing.
  func store(
    _ request: NewCodeRequest, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let count = try requests.require(request.asking, at: now, in: transaction)
    let holder = request.requester.holder
    var binding: [UInt8]?
    if let plain = request.binding, let holder {
      binding = try transaction.seal(of: holder.account).hash(plain)
    }
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
      INSERT INTO code_requests (id, recipient, name_hash, content, account_id, session_id,
        purpose, place, created_at, binding, sent_to, lane, network, tries)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      """,
      [
        .text(request.id.text), .blob(count.bucket.newest),
        try StoredCode.nameHash(request.userName, in: transaction),
        try StoredCode.sealed(
          request.userName, request.displayName, request.id, in: transaction),
        SQLValue(holder?.account.text),
        SQLValue(holder?.id), .text(request.purpose.rawValue),
        .text(request.place.rawValue), .integer(now.milliseconds), SQLValue(binding),
        SQLValue(request.sentTo?.text), SQLValue(count.lane?.text), SQLValue(count.network?.newest),
      ])
    if let address = count.address {
      try requests.note(request.id, to: address, at: now, in: transaction)
    }
  }

  /// Verifies a code that opens a session, by the id of its request.
  ///
  /// Whoever gives it is a stranger, but in a lane of the account that it was sent to: a wrong one
  /// stops nobody else.
  func verify(
    _ code: SecretText, request: CodeRequestID, purpose: CodePurpose, from requester: Requester,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    let row = try transaction.row(
      "\(StoredCode.columns) WHERE id = ? AND purpose = ? AND session_id IS NULL",
      [.text(request.text), .text(purpose.rawValue)])
    let stored = try row.map { try StoredCode($0, in: transaction) }
    let origin = AttemptOrigin.anybody(requester)
    let subject = try limits.subject(of: origin, at: stored?.sentTo, in: transaction)
    return try verify(code, stored, Checking(subject: subject), at: now, in: transaction)
  }

  /// Verifies a code given within a session: the newest for one of these purposes.
  func verify(
    _ code: SecretText, session: AuthenticatedSession, purposes: [CodePurpose],
    _ place: CodePlace = .first, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    // A recovery stays open: it waits, and is told. A new number has no code that is a factor's.
    let isFactor = purposes != [.recover] && place == .first
    return try verify(
      code, holder: session.id.text, purposes: purposes, place,
      Checking(
        subject: .codes(session.accountID),
        path: isFactor ? CodePath(.first, of: session.accountID) : nil), at: now, in: transaction)
  }

  /// Verifies a code given with a link: the newest for its purpose.
  ///
  /// Whoever has seen the link can guess, so that wrong ones end the link, and stop nothing of the
  /// account.
  func verify(
    _ code: SecretText, link: SessionLinkID, purpose: CodePurpose, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    try verify(
      code, holder: link.text, purposes: [purpose], .first, Checking(subject: .link(link)), at: now,
      in: transaction)
  }

  private func verify(
    _ code: SecretText, holder: String, purposes: [CodePurpose], _ place: CodePlace,
    _ checking: Checking, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    let newest = try purposes.compactMap { purpose in
      try StoredCode.newest(of: holder, purpose, place, in: transaction)
    }.max { $0.createdAt < $1.createdAt }
    return try verify(code, newest, checking, at: now, in: transaction)
  }

  /// By what a wrong code is counted, and which kind of code it can disable.
  private struct Checking {
    let subject: AttemptSubject
    var path: CodePath?
  }

  /// Counts a try and verifies it.
  ///
  /// A right code is closed only by what it was given for.
  private func verify(
    _ code: SecretText, _ stored: StoredCode?, _ checking: Checking, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    // Refused without a write: else whoever has an old request's id could make the store grow.
    guard let stored, stored.isOpen(at: now, policy) else {
      throw Refusal.verificationFailed
    }
    if let path = checking.path { try limits.requireEnabled(path, in: transaction) }
    let count = try limits.requireUnblocked(checking.subject, at: now, in: transaction)
    guard derivation.matches(code, stored.id, at: now) else {
      throw Refusal.verificationFailed.counting(.code(stored, checking.subject, checking.path))
    }
    if count.failures > 0 { try Attempts.clear(checking.subject, in: transaction) }
    try checking.path?.clear(in: transaction)
    return CheckedCode(
      id: stored.id, userName: stored.userName, displayName: stored.displayName,
      sentTo: stored.sentTo)
  }

  /// Spends a code: what it was given for succeeds in this transaction.
  static func close(
    _ request: CodeRequestID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try transaction.enqueue(
      "UPDATE code_requests SET closed_at = ? WHERE id = ?",
      [.integer(now.milliseconds), .text(request.text)])
  }
}

/// A code request as it is stored, its code found right.
struct CheckedCode: Sendable {
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
  /// The one action that the code is good for, of whoever is signed in; nil for what is no action.
  var binding: [UInt8]?
  /// The account whose addresses it is sent to; nil where it goes to the name that was typed, or
  /// to nobody.
  let sentTo: AccountID?
  /// The address that it is sent to, for a stranger's the one that was typed; nil where only the
  /// directory knows it.
  var address: Address?

  /// The request as the limits see it.
  var asking: CodeAsking {
    CodeAsking(
      requester: requester, purpose: purpose, place: place, userName: userName, sentTo: sentTo,
      address: address)
  }
}

/// The place of a code among those of one proof.
enum CodePlace: String, Sendable, Hashable {
  /// The one that is asked for: `validateCode`.
  case first
  /// The one that is texted: `otp`, once the first was right, or that of a new number.
  case second
}

/// The requester of a code, by which requests are counted.
enum CodeRequester: Sendable {
  /// The person, signed in.
  case session(AuthenticatedSession)
  /// Whoever confirms a link that enrols a device of the account.
  case link(SessionLinkID, AccountID)
  /// Anybody, the person among them.
  case stranger(Requester)

  /// The only holder that can give the code: a session or a link of an account; nil for whoever
  /// opens a session with it.
  var holder: (id: String, account: AccountID)? {
    switch self {
    case .session(let session): (session.id.text, session.accountID)
    case .link(let link, let account): (link.text, account)
    case .stranger: nil
    }
  }

  /// The network that the request came from; nil for a link's, which its account's limit bounds.
  var network: RequesterNetwork? {
    switch self {
    case .session(let session): session.requester.network
    case .link: nil
    case .stranger(let requester): requester.network
    }
  }

  /// The name under which requests outside of lanes are counted, together with their own name.
  var bucket: String {
    switch self {
    case .session: "session"
    case .link: "link"
    case .stranger(let requester): "stranger:\(requester.network.text)"
    }
  }
}
