import WireModel

/// The store's facts about a request before anything of the action is looked at: one query.
struct ActionFacts: Sendable {
  /// True if the caller's session is open.
  private let isOpen: Bool
  /// The caller, for the refusal of one that is not.
  private let caller: Caller
  /// The seal of the rows of the caller's account.
  let seal: Seal
  /// The hash of the body as operations hold it.
  let bodyHash: [UInt8]
  /// The operation that the idempotency key led to, and whether its body was this one.
  let keyed: (id: StoredOperationID, session: SessionID?, isOfThisBody: Bool)?
  /// The row that decides whether the proof was used.
  let spent: SpentRow?
  /// Below which the store has forgotten spent proofs.
  private let notBefore: Int64

  /// The query by which the facts are read.
  static func query(
    _ caller: Caller, _ key: IdempotencyKey?, _ challengeID: [UInt8]?
  ) -> SQLStatement {
    let session: SessionID?
    // A host has one name for one action, and not one for each account.
    var accounts = "o.account_id = ? AND "
    var account: [SQLValue] = [.text(caller.account.text)]
    switch caller {
    case .session(let asking): session = asking.id
    case .host(_, let proving, account: _): (session, accounts, account) = (proving, "", [])
    case .link: session = nil
    }
    return SQLStatement(
      """
      SELECT s.id, o.id, o.body_hash, o.account_id, n.value, k.key, o.session_id,
        \(SpentRow.columns)
      FROM (SELECT 1 AS one) AS one
      LEFT JOIN sessions s ON s.id = ? AND s.account_id = ? AND s.ended_at IS NULL
      LEFT JOIN operations o ON \(accounts)o.idempotency_key = ?
      LEFT JOIN spent p ON p.challenge_id = ?
      LEFT JOIN settings n ON n.name = 'not_before'
      LEFT JOIN account_keys k ON k.account_id = ?
      """,
      [SQLValue(session?.text), .text(caller.account.text)] + account
        + [SQLValue(key?.text), SQLValue(challengeID), .text(caller.account.text)])
  }

  /// Reads the facts.
  ///
  /// - Throws: ``Refusal/noSession`` where the account is erased.
  init(
    _ caller: Caller, _ key: IdempotencyKey?, _ challengeID: [UInt8]?, _ body: [UInt8],
    in transaction: any ReadTransaction
  ) throws {
    self.caller = caller
    guard let row = try transaction.row(Self.query(caller, key, challengeID)) else {
      throw StoreError(code: .failed, reason: "the facts have no row")
    }
    guard let wrapped = try row.optionalBlob(5) else { throw Refusal.noSession }
    seal = try transaction.seals.unwrap(wrapped, of: caller.account)
    bodyHash = try seal.hash(body)
    isOpen = try row.optionalText(0) != nil
    if let operation = try row.optionalText(1) {
      let owner = AccountID(try row.text(3))
      let hash =
        owner == caller.account ? bodyHash : try transaction.seal(of: owner).hash(body)
      keyed = (
        StoredOperationID(operation), try row.optionalText(6).map { SessionID($0) },
        try row.blob(2) == hash
      )
    } else {
      keyed = nil
    }
    spent = try SpentRow(row, from: 7, challengeID ?? [], of: caller.account, seal)
    notBefore = try row.optionalInteger(4) ?? .min
  }

  /// True if an action was executed on the proof.
  var hasActed: Bool { spent?.stage == "acted" }

  /// Refuses a session that is over.
  ///
  /// A host proves nothing itself: that the session in which it was proved is open is asked after
  /// the proof, and of a link the action knows.
  func requireCaller() throws {
    if case .session = caller, !isOpen { throw Refusal.noSession }
  }

  /// The use of a proof so far; none if it answers no challenge.
  func spentState(of proof: VerifiedProof) throws -> SpentState {
    guard proof.challenge != nil else { return .unused }
    return try SpentRow.state(of: proof, spent)
  }

  /// The operation that a proof led to before.
  ///
  /// - Throws: `already_used` where it is not answered again.
  func operation(
    of state: SpentState, _ requirements: ProofRequirements
  ) throws -> StoredOperationID? {
    guard case .acted(let first, let firstHash) = state else { return nil }
    switch requirements.repetition {
    case .byKeyAlone, .never: throw Refusal.usedUp
    case .byKeyAndProof:
      guard firstHash == bodyHash else { throw Refusal.alreadyUsed }
      return first
    }
  }

  /// Refuses a proof that is past its time, older than what the store has forgotten, or given in a
  /// session that is over.
  func requireTimely(_ proof: VerifiedProof, at now: Timestamp) throws {
    guard proof.challenge != nil else { return }
    try proof.requireTimely(at: now, notBefore: notBefore)
    if case .host = caller, !isOpen { throw Refusal.provingSessionOver }
  }
}

/// The one row that decides whether a proof was used.
struct SpentRow: Sendable {
  let account: AccountID
  let assertionHash: [UInt8]
  let stage: String
  let operation: StoredOperationID?
  /// A keyed hash of the body that it was used with.
  let bodyHash: [UInt8]?
  /// The bytes that were sent and signed; empty for another account's proof, which stays sealed.
  let evidence: [UInt8]

  /// The columns that ``init(_:from:)`` reads, of a table that is named `p`.
  static let columns = """
    p.account_id, p.assertion_hash, p.stage, p.operation_id, p.body_hash, p.evidence
    """

  /// The row of a challenge; nil where there is none.
  static func find(
    _ challengeID: [UInt8], of account: AccountID, by seal: Seal,
    in transaction: any ReadTransaction
  ) throws -> SpentRow? {
    let row = try transaction.row(
      "SELECT \(columns) FROM spent p WHERE p.challenge_id = ?", [.blob(challengeID)])
    guard let row else { return nil }
    return try SpentRow(row, from: 0, challengeID, of: account, seal)
  }

  /// The place of the evidence of a challenge's proof.
  static func place(_ challengeID: [UInt8]) -> SealedPlace {
    SealedPlace("spent.evidence", of: challengeID)
  }

  /// Reads ``columns`` from one on; nil where no row was found.
  init?(
    _ row: SQLRow, from first: Int, _ challengeID: [UInt8], of reader: AccountID, _ seal: Seal
  ) throws {
    guard let account = try row.optionalText(first) else { return nil }
    self.account = AccountID(account)
    assertionHash = try row.blob(first + 1)
    stage = try row.text(first + 2)
    operation = try row.optionalText(first + 3).map { StoredOperationID($0) }
    bodyHash = try row.optionalBlob(first + 4)
    let sealed = try row.blob(first + 5)
    evidence =
      self.account == reader ? try seal.bytes(sealed, at: Self.place(challengeID)) : []
  }

  /// The use of a proof so far, by its row.
  ///
  /// A token without a row is void, or so late that its row is pruned: it acts on nothing.
  ///
  /// - Throws: `already_used` where another assertion answered the same challenge, or the proof was
  ///   used up by something that is not an operation; the lateness of a repetition whose row is
  ///   pruned.
  static func state(of proof: VerifiedProof, _ row: SpentRow?) throws -> SpentState {
    if let row { return try row.state(of: proof) }
    if proof.isRepetition { throw proof.lateness }
    return .unused
  }

  private func state(of proof: VerifiedProof) throws -> SpentState {
    guard account == proof.account else { throw Refusal.alreadyUsed }
    if let hash = proof.hash, hash != assertionHash { throw Refusal.alreadyUsed }
    if stage == "verified" { return .verified(evidence: evidence) }
    guard let operation, let bodyHash else { throw Refusal.usedUp }
    return .acted(operation, bodyHash: bodyHash)
  }
}
