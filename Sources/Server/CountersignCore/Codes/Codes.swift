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
  let addressProofs: AddressProofs
  let policy: CodePolicy

  init(
    derivation: CodeDerivation, limits: AttemptLimits, requests: CodeLimits, audit: AuditTrail,
    addresses: AddressBook, addressProofs: AddressProofs, policy: CodePolicy
  ) {
    self.addresses = addresses
    self.addressProofs = addressProofs
    self.requests = requests
    self.derivation = derivation
    self.limits = limits
    self.audit = audit
    self.policy = policy
  }

  /// Stores a request for a code, within its limits.
  ///
  /// Requests in each lane, in other sessions and of strangers are counted apart, so strangers can
  /// neither void nor use up the person's own. Requests for names that have no account are stored
  /// and counted all the same, and so are those whose code is not sent.
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
      // Newest only: within a session or link a new code ends those that entitle to the same.
      let ended = request.purpose.replaced.map { SQLValue.text($0.rawValue) }
      try transaction.execute(
        """
        UPDATE code_requests SET closed_at = ?
        WHERE session_id = ? AND place = ? AND closed_at IS NULL
          AND purpose IN (\(ended.placeholders))
        """,
        [.integer(now.milliseconds), .text(holder.id), .text(request.place.rawValue)] + ended)
    }
    try transaction.execute(
      """
      INSERT INTO code_requests (id, recipient, name_hash, content, account_id, session_id,
        purpose, place, created_at, binding, sent_to, lane, ground, network, network_56, network_48,
        tries)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      """,
      [
        .text(request.id.text), .blob(count.bucket.newest),
        try StoredCode.nameHash(request.userName, in: transaction),
        try StoredCode.sealed(
          request.userName, request.displayName, request.id, in: transaction),
        SQLValue(holder?.account.text),
        SQLValue(holder?.id), .text(request.purpose.rawValue),
        .text(request.place.rawValue), .integer(now.milliseconds), SQLValue(binding),
        SQLValue(request.sentTo?.text), SQLValue(count.lane?.text),
        SQLValue(request.ground?.rawValue),
      ] + count.networks.values)
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
    // A code that was sent to nobody could only be guessed. It is refused as a wrong one is.
    let isGood = try CodeBudget.wasSent(request, in: transaction)
    return try verify(
      code, stored, Checking(subject: subject, isGood: isGood), at: now, in: transaction)
  }

  /// Verifies a code given within a session: the newest that is good for this use.
  func verify(
    _ code: SecretText, session: AuthenticatedSession, for use: CodeUse,
    _ place: CodePlace = .first, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    // A recovery stays open: it waits, and is told. A new number has no code that is a factor's.
    let isFactor = use != .recovery && place == .first
    return try verify(
      code, holder: session.id.text, use, place,
      Checking(
        subject: .codes(session.accountID),
        path: isFactor ? CodePath(.first, of: session.accountID) : nil), at: now, in: transaction)
  }

  /// Verifies a code given with a link: the newest that is good for this use.
  ///
  /// Whoever has seen the link can guess, so that wrong ones end the link, and stop nothing of the
  /// account.
  func verify(
    _ code: SecretText, link: SessionLinkID, for use: CodeUse, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    try verify(
      code, holder: link.text, use, .first, Checking(subject: .link(link)), at: now,
      in: transaction)
  }

  private func verify(
    _ code: SecretText, holder: String, _ use: CodeUse, _ place: CodePlace,
    _ checking: Checking, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    let newest = try StoredCode.newest(of: holder, use.purposes, place, in: transaction)
    return try verify(code, newest, checking, at: now, in: transaction)
  }

  /// By what a wrong code is counted, and which kind of code it can disable.
  private struct Checking {
    let subject: AttemptSubject
    var path: CodePath?
    /// False for a code that no guess may hit.
    var isGood = true
  }

  /// Counts a try and verifies it.
  ///
  /// A right code is closed only by what it was given for.
  private func verify(
    _ code: SecretText, _ stored: StoredCode?, _ checking: Checking, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> CheckedCode {
    guard let stored else { throw Refusal.verificationFailed }
    // Before the code's own tries: those that ended it may have begun a block, whose end is told.
    if let path = checking.path { try limits.requireEnabled(path, in: transaction) }
    let count = try limits.requireUnblocked(checking.subject, at: now, in: transaction)
    // Refused without a write: else whoever has an old request's id could make the store grow.
    guard stored.isOpen(at: now, policy) else { throw Refusal.verificationFailed }
    guard derivation.matches(code, stored.id, at: now), checking.isGood else {
      throw Refusal.verificationFailed.counting(.code(stored, checking.subject, checking.path))
    }
    if count.failures > 0 { try Attempts.clear(checking.subject, in: transaction) }
    try checking.path?.clear(in: transaction)
    return CheckedCode(
      id: stored.id, userName: stored.userName, displayName: stored.displayName,
      sentTo: stored.sentTo, ground: stored.ground, binding: stored.binding)
  }

  /// Spends a code: what it was given for succeeds in this transaction.
  ///
  /// - Throws: ``Refusal/usedUp`` for one that was spent, or that a newer one replaced.
  static func close(
    _ request: CodeRequestID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let closed = try transaction.execute(
      "UPDATE code_requests SET closed_at = ? WHERE id = ? AND closed_at IS NULL",
      [.integer(now.milliseconds), .text(request.text)])
    // What it entitled to before is void with it, a grant that was not used among that.
    guard closed == 1 else { throw Refusal.usedUp }
  }

  /// Closes all open codes of an account's sessions in some places, whatever they are good for.
  ///
  /// A link's go with the link. When a code was closed nobody asks: its own moment stands for that.
  static func closeAll(
    _ places: [CodePlace], of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    let named = places.map { SQLValue.text($0.rawValue) }
    try transaction.execute(
      """
      UPDATE code_requests SET closed_at = created_at
      WHERE closed_at IS NULL AND place IN (\(named.placeholders))
        AND session_id IN (SELECT id FROM sessions WHERE account_id = ?)
      """, named + [.text(account.text)])
  }

  /// Closes all open codes of one session in some places.
  static func closeAll(
    _ places: [CodePlace], of session: SessionID, in transaction: any WriteTransaction
  ) throws {
    let named = places.map { SQLValue.text($0.rawValue) }
    try transaction.execute(
      """
      UPDATE code_requests SET closed_at = created_at
      WHERE closed_at IS NULL AND place IN (\(named.placeholders)) AND session_id = ?
      """, named + [.text(session.text)])
  }
}

/// A code request as it is stored, its code found right.
struct CheckedCode: Sendable {
  let id: CodeRequestID
  let userName: String
  let displayName: String?
  /// The account whose addresses it was sent to; nil where it went to the name that was typed.
  let sentTo: AccountID?
  /// The ground on which its message says that it adds a factor; nil for one that adds none.
  let ground: Ground?
  /// A keyed hash of the one action that its message names; nil for one that names none.
  let binding: [UInt8]?
}

/// The use of a code; each takes those codes alone whose message names it.
enum CodeUse: Sendable, Hashable {
  /// A first passkey: alone, or on the way to an action that the message names too.
  case passkey
  /// Another first factor, or a telephone number.
  case factor
  /// A first PIN.
  case pin
  /// The beginning of a recovery.
  case recovery
  /// The approval of one action.
  case approval
  /// The confirmation of a telephone number.
  case phone

  /// The purposes of the codes that are good for it.
  var purposes: [CodePurpose] {
    switch self {
    case .passkey: [.register, .registerAndApprove]
    case .factor: [.register]
    case .pin: [.setPIN]
    case .recovery: [.recover]
    case .approval: [.approve, .registerAndApprove]
    case .phone: [.confirmPhone]
    }
  }
}

extension CodePurpose {
  /// The purposes whose codes a new one of this purpose ends: they entitle to the same.
  fileprivate var replaced: [CodePurpose] {
    switch self {
    case .signIn, .setPIN, .recover, .confirmPhone: [self]
    case .register, .approve: [self, .registerAndApprove]
    case .registerAndApprove: [self, .register, .approve]
    }
  }
}

/// A request for a code that is about to be stored.
struct NewCodeRequest: Sendable {
  let id: CodeRequestID
  let userName: String
  let displayName: String?
  let requester: CodeRequester
  let purpose: CodePurpose
  let place: CodePlace
  /// The ground on which the code adds a factor, as its message says; nil for one that adds none.
  var ground: Ground?
  /// The one action that the code is good for, of whoever is signed in; nil for what is no action.
  var binding: [UInt8]?
  /// The account whose addresses it is sent to; nil where it goes to the name that was typed, or
  /// to nobody.
  let sentTo: AccountID?
  /// The request as the limits see it.
  var asking: CodeAsking {
    CodeAsking(
      requester: requester, purpose: purpose, place: place, userName: userName, sentTo: sentTo)
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
  /// Whoever confirms a link that enrols a device of the account, with the keyed hash by which its
  /// maker is counted.
  case link(SessionLinkID, AccountID, maker: [UInt8])
  /// Anybody, the person among them.
  case stranger(Requester)

  /// The only holder that can give the code: a session or a link of an account; nil for whoever
  /// opens a session with it.
  var holder: (id: String, account: AccountID)? {
    switch self {
    case .session(let session): (session.id.text, session.accountID)
    case .link(let link, let account, maker: _): (link.text, account)
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
  ///
  /// What a host asks for, in a session that it opened or by a link that it made, is its own.
  var share: String {
    switch self {
    case .session(let session): session.hostID.map { "session:host:\($0.text)" } ?? "session"
    case .link(_, _, let maker): "link:\(Base64URL.encode(maker))"
    case .stranger: "stranger"
    }
  }
}
