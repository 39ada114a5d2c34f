import RelyingParty
import WebAuthnModel
import WireModel

/// The use of keys: whether the key of a proof may act, and that it signed.
///
/// It is checked before the action writes and noted after it, so that a store elsewhere answers
/// all that is read in one round trip.
final class KeyUses: Sendable {
  private let audit: AuditTrail
  private let registrations: KeyRegistrations

  init(audit: AuditTrail, registrations: KeyRegistrations) {
    self.audit = audit
    self.registrations = registrations
  }

  /// Checks that the key may act: that it is not revoked, nor a device's PIN another by now, and
  /// the sign count against the row as it stands; of a token, that it is not void.
  ///
  /// An assertion that was verified before, for a token or on its own, was noted then: its own
  /// count is the one that is stored.
  ///
  /// A key on the way may act on its document alone.
  ///
  /// - Returns: What is to be noted where it acts.
  func check(
    _ proof: KeyProof, _ state: SpentState, for goal: KeyGoal, in transaction: any ReadTransaction
  ) throws -> KeyUse {
    let account = proof.accountID
    switch (proof.form, state) {
    case (.assertion(let checked), .unused):
      let verified = checked.verified
      guard let row = try PasskeyRow.find(verified.credentialID, of: account, in: transaction)
      else { throw Refusal.verificationFailed }
      try require(row, mayReach: goal, by: proof, in: transaction)
      return KeyUse(
        .ofPasskey(proof, verified, try signCount(proof, verified, row)),
        onTheWay: row.errand == nil ? nil : verified.credentialID)
    case (.pinProof(let device), .unused), (.deviceProof(let device), .unused):
      guard let row = try DeviceRow.find(device.id, of: account, in: transaction),
        row.pinGeneration == device.pinGeneration
      else { throw Refusal.verificationFailed }
      return KeyUse(.ofDevice(proof, device))
    case (.assertion, .verified(let evidence)), (.token, .verified(let evidence)):
      switch proof.signer(evidence) {
      case .passkey(let id, isBackedUp: _):
        guard let row = try PasskeyRow.find(id, of: account, in: transaction)
        else { throw Refusal.verificationFailed }
        try require(row, mayReach: goal, by: proof, in: transaction)
        return KeyUse(.ofToken, onTheWay: row.errand == nil ? nil : id)
      case .devicePIN(let id, let generation):
        guard try DeviceRow.find(id, of: account, in: transaction)?.pinGeneration == generation
        else { throw Refusal.verificationFailed }
      case nil: break
      }
      return KeyUse(.ofToken)
    case (.token, .unused): throw Refusal.verificationFailed
    case (_, .verified), (_, .acted): throw Refusal.alreadyUsed
    }
  }

  /// Refuses a key on the way to another document than the one that is proved.
  private func require(
    _ row: PasskeyRow, mayReach goal: KeyGoal, by proof: KeyProof,
    in transaction: any ReadTransaction
  ) throws {
    guard let errand = row.errand else { return }
    let isReached =
      switch goal {
      case .action(let document, let session):
        try errand.leads(to: document, of: proof.accountID, in: session, transaction)
      // The document is not at hand: the challenge's nonce says whether it was made for that one.
      case .token(let session):
        try proof.isLinked && session == errand.session
          && errand.isMade(proof.nonce, of: proof.accountID, transaction)
      // Whoever signs in is told of nothing but that it failed.
      case .session: throw Refusal.verificationFailed
      }
    guard isReached else { throw Refusal.keyIsOnTheWay }
  }

  private func signCount(
    _ proof: KeyProof, _ verified: VerifiedAssertion, _ row: PasskeyRow
  ) throws -> SignCountChange {
    let stored = row.signCount
    let verdict = SignCountVerdict(
      stored: stored, received: verified.signCount, backupEligible: row.isBackupEligible)
    let next = max(stored, verified.signCount)
    guard verdict.isBehind else { return SignCountChange(next: next, behind: nil) }
    let details: JSONObject = [
      "credential": .string(verified.credentialID.base64URL), "stored": .integer(Int64(stored)),
      "received": .integer(Int64(verified.signCount)), "refused": .bool(verdict == .refused),
    ]
    guard verdict != .refused else {
      throw Refusal.verificationFailed.counting(
        .signCount(proof.accountID, details, proof.refusalsCountAt))
    }
    return SignCountChange(next: next, behind: details)
  }

  /// Notes that the key of a checked proof signed: the failures that it ends, its count, when it
  /// was used last.
  ///
  /// A key on the way that has acted on its document becomes the account's first factor.
  ///
  /// - Parameters:
  ///   - use: What the check found.
  ///   - caller: For whom the proof has acted; nil where it was only verified.
  ///   - now: The present moment.
  ///   - transaction: The transaction of the action.
  /// - Throws: ``StoreError``, and a ``Refusal`` where the account has a factor by now.
  func note(
    _ use: KeyUse, actedFor caller: Caller? = nil, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    if let id = use.onTheWay, let caller {
      try registrations.adopt(
        id,
        Enrolment(
          account: caller.account, ground: .onTheWay, session: caller.provingSession,
          page: caller.session?.page ?? .root), at: now, in: transaction)
    }
    switch use.form {
    case .ofToken: return
    case .ofDevice(let proof, let device):
      if let attempt = proof.attempt {
        try Attempts.clear(attempt.subject, in: transaction)
        try CodePath.clearAll(of: proof.accountID, in: transaction)
      }
      try transaction.enqueue(
        "UPDATE devices SET last_used_at = ? WHERE id = ?",
        [.integer(now.milliseconds), .text(device.id.text)])
    case .ofPasskey(let proof, let verified, let count):
      if let details = count.behind {
        try audit.append(
          AuditEvent("sign_count_behind", subject: proof.accountID, details), at: now,
          in: transaction)
      }
      if let attempt = proof.attempt { try Attempts.clear(attempt.subject, in: transaction) }
      if proof.endsCodeFailures { try CodePath.clearAll(of: proof.accountID, in: transaction) }
      try transaction.enqueue(
        "UPDATE credentials SET sign_count = ?, backed_up = ?, last_used_at = ? WHERE id = ?",
        [
          .integer(Int64(count.next)), SQLValue(verified.backedUp), .integer(now.milliseconds),
          .blob(verified.credentialID.bytes),
        ])
    }
  }

  /// Checks that the key may act and notes that it signed, where nothing is written in between.
  func use(
    _ proof: KeyProof, _ state: SpentState, for goal: KeyGoal, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try note(check(proof, state, for: goal, in: transaction), at: now, in: transaction)
  }
}

/// The goal of a proof by a key.
enum KeyGoal: Sendable {
  /// An action on a document, proved in a session; nil for whoever confirms a link.
  case action(ActionDocument, in: SessionID?)
  /// A token, given to a session.
  case token(SessionID)
  /// A new session.
  case session
}

/// The use of a key that may act, to be noted where it does.
struct KeyUse: Sendable {
  /// What is noted.
  enum Form: Sendable {
    /// It signed before, for a token, and was noted then.
    case ofToken
    /// A device's own key, and its PIN's where there is one.
    case ofDevice(KeyProof, CheckedDevice)
    case ofPasskey(KeyProof, VerifiedAssertion, SignCountChange)
  }

  let form: Form
  /// The key, where it is on the way to the document that it acts on.
  let onTheWay: CredentialID?

  init(_ form: Form, onTheWay: CredentialID? = nil) {
    (self.form, self.onTheWay) = (form, onTheWay)
  }
}

extension Refusal {
  /// A key on the way to one document, used for anything else.
  static let keyIsOnTheWay = Refusal(
    .transactionMismatch,
    "this passkey was set up on the way to one action; it can do nothing else before that")
}

/// The sign count that is stored next, and what the audit log says of one that is behind.
struct SignCountChange: Sendable {
  let next: UInt32
  let behind: JSONObject?
}
