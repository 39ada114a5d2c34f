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
  /// count is the one that is stored. A key on the way may act on its document alone. A PIN and
  /// codes are checked elsewhere.
  ///
  /// - Returns: What is to be noted if it acts.
  func check(
    _ proof: VerifiedProof, _ state: SpentState, for goal: KeyGoal,
    in transaction: any ReadTransaction
  ) throws -> KeyUse {
    switch (proof.method, state) {
    case (.assertion(let verified, hash: _, evidence: _), .unused):
      let row = try passkey(verified.credentialID, by: proof, mayReach: goal, in: transaction)
      return KeyUse(
        isFirst: true, signCount: try signCount(proof, verified, row), device: row.device,
        onTheWay: row.errand == nil ? nil : verified.credentialID)
    case (.devicePIN(let device), .unused), (.device(let device), .unused):
      try requireGeneration(device.pinGeneration, of: device.id, proof.account, in: transaction)
      return KeyUse(isFirst: true, device: device.id)
    case (.assertion, .verified(let evidence)), (.token, .verified(let evidence)):
      switch proof.claim.signer(evidence) {
      case .passkey(let id, isBackedUp: _):
        let row = try passkey(id, by: proof, mayReach: goal, in: transaction)
        return KeyUse(isFirst: false, onTheWay: row.errand == nil ? nil : id)
      case .devicePIN(let id, let generation):
        try requireGeneration(generation, of: id, proof.account, in: transaction)
      case nil: break
      }
      return KeyUse(isFirst: false)
    case (.token, .unused): throw Refusal.verificationFailed
    case (.pin, .unused), (.codes, .unused), (.code, .unused), (.none, .unused):
      return KeyUse(isFirst: false)
    case (_, .verified), (_, .acted): throw Refusal.alreadyUsed
    }
  }

  private func passkey(
    _ id: CredentialID, by proof: VerifiedProof, mayReach goal: KeyGoal,
    in transaction: any ReadTransaction
  ) throws -> PasskeyRow {
    guard let row = try PasskeyRow.find(id, of: proof.account, in: transaction)
    else { throw Refusal.verificationFailed }
    try require(row, mayReach: goal, by: proof, in: transaction)
    return row
  }

  private func requireGeneration(
    _ generation: Int64, of device: DeviceID, _ account: AccountID,
    in transaction: any ReadTransaction
  ) throws {
    guard try DeviceRow.find(device, of: account, in: transaction)?.pinGeneration == generation
    else { throw Refusal.verificationFailed }
  }

  /// Refuses a key on the way to another document than the one that is proved.
  private func require(
    _ row: PasskeyRow, mayReach goal: KeyGoal, by proof: VerifiedProof,
    in transaction: any ReadTransaction
  ) throws {
    guard let errand = row.errand else { return }
    let isReached =
      switch goal {
      case .action(let document, let session):
        try errand.leads(to: document, of: proof.account, in: session, transaction)
      // The document is not at hand: the challenge's nonce says whether it was made for that one.
      case .token(let session):
        try proof.claim.isLinked && session == errand.session
          && errand.isMade(proof.challenge?.nonce ?? [], of: proof.account, transaction)
      // Whoever signs in is told of nothing but that it failed.
      case .session: throw Refusal.verificationFailed
      }
    guard isReached else { throw Refusal.keyIsOnTheWay }
  }

  private func signCount(
    _ proof: VerifiedProof, _ verified: VerifiedAssertion, _ row: PasskeyRow
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
        .signCount(proof.account, details, proof.refusalsCountAt))
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
  ///   - proof: The proof.
  ///   - caller: For whom the proof has acted; nil if it was only verified.
  ///   - now: The present moment.
  ///   - transaction: The transaction of the action.
  /// - Throws: ``StoreError``, and a ``Refusal`` where the account has a factor by now.
  func note(
    _ use: KeyUse, of proof: VerifiedProof, actedFor caller: Caller? = nil, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    if let id = use.onTheWay, let caller {
      try registrations.adopt(
        id,
        Enrolment(
          account: caller.account, ground: .onTheWay, session: caller.provingSession,
          page: caller.session?.page ?? .root), at: now, in: transaction)
    }
    guard use.isFirst else { return }
    if proof.device != nil, let attempt = proof.attempt {
      try Attempts.clear(attempt.subject, in: transaction)
      try CodePath.clearAll(of: proof.account, in: transaction)
    }
    if let device = use.device {
      try transaction.enqueue(
        "UPDATE devices SET last_used_at = ? WHERE id = ?",
        [.integer(now.milliseconds), .text(device.text)])
    }
    if case .assertion(let verified, hash: _, evidence: _) = proof.method,
      let count = use.signCount
    {
      if let details = count.behind {
        try audit.append(
          AuditEvent("sign_count_behind", subject: proof.account, details), at: now,
          in: transaction)
      }
      if let attempt = proof.attempt { try Attempts.clear(attempt.subject, in: transaction) }
      if proof.endsCodeFailures { try CodePath.clearAll(of: proof.account, in: transaction) }
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
    _ proof: VerifiedProof, _ state: SpentState, for goal: KeyGoal, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try note(
      check(proof, state, for: goal, in: transaction), of: proof, at: now, in: transaction)
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

/// The use of a key that may act, to be noted if it does.
struct KeyUse: Sendable {
  /// True for a signature that was not noted before, for a token.
  let isFirst: Bool
  /// The sign count of a passkey's signature.
  var signCount: SignCountChange?
  /// The device that signed, by its own keys or by a passkey that only its app has.
  var device: DeviceID?
  /// The key, if it is on the way to the document that it acts on.
  var onTheWay: CredentialID?
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
