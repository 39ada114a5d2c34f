import WebAuthnModel
public import WireModel

/// Actions that a session hands to the person's other devices, since they cannot be proved where
/// they are asked for.
///
/// The other device sees a transaction that waits, with the document word for word and the number
/// that the asking screen shows. Its approval executes nothing: it yields a verification token for
/// exactly this document, which the session that asked, and no other, collects and uses once.
public final class Handovers: Sendable {
  private let commands: Commands
  private let registry: ActionRegistry
  private let devices: ApprovingDevices
  private let tokens: TokenVerifier
  private let ceremonies: Ceremonies
  private let audit: AuditTrail
  private let changeBell: ChangeBell
  private let sessions: Sessions
  private let policy: ServicePolicy

  init(
    commands: Commands, registry: ActionRegistry, devices: ApprovingDevices,
    tokens: TokenVerifier, ceremonies: Ceremonies, audit: AuditTrail, changeBell: ChangeBell,
    sessions: Sessions, policy: ServicePolicy
  ) {
    self.commands = commands
    self.registry = registry
    self.devices = devices
    self.tokens = tokens
    self.ceremonies = ceremonies
    self.audit = audit
    self.changeBell = changeBell
    self.sessions = sessions
    self.policy = policy
  }

  /// Hands an action to the account's other devices (`POST /actions/{scenario}/handover`).
  ///
  /// A session has one at a time: a new one withdraws the one before.
  ///
  /// - Parameters:
  ///   - request: The scenario and its payload.
  ///   - session: Who asks.
  ///   - origin: What the browser says of the page's origin; nil for an app.
  /// - Returns: What both screens show; or why there is none: `proof_not_allowed` for an action
  ///   that takes no proof of another device, `pin_missing` and the reasons of its PIN where no
  ///   device could approve it, `too_many_pending`, or `too_many_requests`.
  /// - Throws: ``StoreError``.
  public func handOver(
    _ request: LinkedOptionsRequest, session: AuthenticatedSession, origin: String?
  ) async throws -> Decision<HandoverAnswer> {
    try await decision {
      let (now, page) = (commands.now(), ceremonies.pageOrigin(claimed: origin))
      let requirements = try registry.requirements(of: request.scenario, in: policy)
      let takes = try HandedAction.kinds(of: requirements, request.scenario)
      let id = ReviewID.new("trn_", at: now, commands.random)
      let record = try await commands.run { [self] transaction -> ReviewRecord in
        guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
        let context = ReadingContext(.session(session), policy, at: now, in: transaction)
        let action = try registry.document(of: request.scenario, request.payload, in: context)
        try devices.require(
          for: action, requirements, by: takes, besides: session.deviceID, in: context)
        let handed = HandedAction(
          action, takes: takes, session, page: page, at: now, commands.random)
        let draft = ReviewDraft(
          id: id, hostID: Self.noHost, subject: .handed(handed), accountID: session.accountID,
          expiresAt: now.adding(seconds: policy.handoverSeconds), idempotencyKey: nil,
          bodyHash: BodyHash.of("handOver", [.text(handed.tokenID)]), now: now)
        // Refused here what no screen could show truthfully beside number and origin.
        _ = try draft.record.document(policy, in: .none)
        let limits = ReviewLimits(policy: policy.hosts)
        try limits.requireSlow(draft, most: policy.handoversPerAccount, in: transaction)
        try withdrawAll(of: session, at: now, in: transaction)
        try limits.requireRoom(for: draft, in: transaction)
        try ReviewRecords.insert(draft, in: transaction)
        try note("transaction_handed_over", draft.record, at: now, in: transaction)
        return draft.record
      }.get()
      changeBell.ring(.transactions(of: session.accountID))
      return answer(record, .pending, at: now)
    }
  }

  /// An action that this session handed over, as it stands now.
  public func show(
    _ id: ReviewID, session: AuthenticatedSession
  ) async throws -> Decision<HandoverAnswer> {
    try await decision {
      let now = commands.now()
      return try await commands.read { [self] in
        let (record, _) = try find(id, of: session, in: $0)
        return answer(record, try status(of: record, at: now, in: $0), at: now)
      }
    }
  }

  /// Follows an action that this session handed over, until it is decided or over, or the session
  /// may not any more.
  public func events(
    of id: ReviewID, session: AuthenticatedSession
  ) async throws -> Decision<HandoverFeed> {
    try await show(id, session: session).map { _ in
      HandoverFeed(handovers: self, sessions: sessions, id: id, session: session)
    }
  }

  /// The token of an approval, for the session that asked; again the same one, until its time is
  /// over.
  ///
  /// Also once it has acted: it gets the first answer again then, which may have been lost.
  ///
  /// - Returns: The token; or `handover_pending` before the decision, `already_denied` after a
  ///   decline, `transaction_expired`, `token_expired`, `already_used` where it is void, or
  ///   `not_found` for any other session.
  /// - Throws: ``StoreError``.
  public func collect(
    _ id: ReviewID, session: AuthenticatedSession
  ) async throws -> Decision<VerificationAnswer> {
    try await decision {
      let now = commands.now()
      let (record, handed, kind) = try await commands.read { [self] transaction in
        let (record, handed) = try find(id, of: session, in: transaction)
        switch try status(of: record, at: now, in: transaction) {
        case .approved: break
        case .pending:
          throw Refusal(.handoverPending, "nobody has decided yet; wait for the event")
        case .denied: throw Refusal(.alreadyDenied, "it was declined on the other device")
        case .expired, .withdrawn:
          throw Refusal(.transactionExpired, "the time to decide is over; start again")
        }
        guard try !SpentProofs.isVoid(handed.challengeID, in: transaction) else {
          throw Refusal.usedUp
        }
        return (record, handed, try Self.proof(of: record, in: transaction))
      }
      guard let decidedAt = record.decidedAt else { throw Refusal.transactionNotFound }
      let end = decidedAt.milliseconds / 1000 + policy.tokenSeconds
      guard now.milliseconds < end * 1000 else {
        throw Refusal(.tokenExpired, "the approval has expired; start again")
      }
      let claims = VerificationClaims(
        iss: tokens.issuer.text, aud: VerificationClaims.audience, sub: session.accountID.text,
        sid: session.id.text, jti: handed.tokenID, scenario: handed.scenario.text,
        nonce: Base64URL.encode(handed.nonce), binding: Base64URL.encode(try handed.binding),
        language: handed.document.language, proof: kind, acr: Proofs.linkedContext,
        amr: kind == .pinProof ? VerifiedProof.devicePINMethods : VerifiedProof.passkeyMethods,
        authTime: decidedAt.milliseconds / 1000, iat: now.milliseconds / 1000, exp: end)
      return tokens.issue(claims)
    }
  }

  /// Takes an action back: no device can approve it any more, and an approval acts no more.
  ///
  /// One that has acted, was declined or is over stays as it is.
  public func withdraw(
    _ id: ReviewID, session: AuthenticatedSession
  ) async throws -> Decision<Void> {
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      guard try Sessions.isOpen(session, in: transaction) else { throw Refusal.noSession }
      let (record, _) = try find(id, of: session, in: transaction)
      try withdraw(record, at: now, in: transaction)
    }
    changeBell.ring(.transactions(of: session.accountID))
    return decision
  }

  // MARK: Rows

  private func find(
    _ id: ReviewID, of session: AuthenticatedSession, in transaction: any ReadTransaction
  ) throws -> (ReviewRecord, HandedAction) {
    let record = try ReviewRecords.find(id, of: session.accountID, in: transaction)
    guard let handed = record.handed, record.isHanded(by: session) else {
      throw Refusal(.notFound, "this session handed over no action of that id")
    }
    return (record, handed)
  }

  private func status(
    of record: ReviewRecord, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> HandoverStatus {
    switch record.status(at: now) {
    case .pending: return .pending
    case .denied: return .denied
    case .approved: return try isWithdrawn(record, in: transaction) ? .withdrawn : .approved
    case .expired: return try isWithdrawn(record, in: transaction) ? .withdrawn : .expired
    }
  }

  private func isWithdrawn(
    _ record: ReviewRecord, in transaction: any ReadTransaction
  ) throws -> Bool {
    let row = try transaction.row(
      "SELECT withdrawn_at FROM transactions WHERE id = ?", [.text(record.id.text)])
    return try row?.optionalInteger(0) != nil
  }

  /// The kind of the proof by which it was approved.
  private static func proof(
    of record: ReviewRecord, in transaction: any ReadTransaction
  ) throws -> Proof.Kind {
    let row = try transaction.row(
      """
      SELECT o.proof_kind FROM transactions t JOIN operations o ON o.id = t.operation_id
      WHERE t.id = ?
      """, [.text(record.id.text)])
    guard let kind = try row.flatMap({ Proof.Kind(rawValue: try $0.text(0)) }) else {
      throw StoreError(code: .corrupt, reason: "transaction \(record.id) has no proof")
    }
    return kind
  }

  private func withdrawAll(
    of session: AuthenticatedSession, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let waiting = try ReviewRecords.pending(of: session.accountID, at: now, in: transaction)
    for record in waiting where record.isHanded(by: session) {
      try withdraw(record, at: now, in: transaction)
    }
  }

  private func withdraw(
    _ record: ReviewRecord, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    switch record.status(at: now) {
    case .pending:
      let change = try ReviewRecords.nextChange(of: record.accountID, at: now, in: transaction)
      try transaction.execute(
        """
        UPDATE transactions SET expires_at = ?, withdrawn_at = ?, changed_at = ?
        WHERE id = ? AND status = 'pending'
        """,
        [
          .integer(now.milliseconds), .integer(now.milliseconds), .integer(change),
          .text(record.id.text),
        ])
    case .approved:
      guard let handed = record.handed,
        try SpentProofs.useUpVerified(handed.challengeID, at: now, in: transaction)
      else { return }
      try transaction.execute(
        "UPDATE transactions SET withdrawn_at = ? WHERE id = ?",
        [.integer(now.milliseconds), .text(record.id.text)])
    case .denied, .expired: return
    }
    try note("handover_withdrawn", record, at: now, in: transaction)
  }

  private func note(
    _ event: String, _ record: ReviewRecord, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    var details = record.subject.auditDetails
    details["transaction"] = .string(record.id.text)
    try audit.append(
      AuditEvent(event, subject: record.accountID, details), at: now, in: transaction)
  }

  private func answer(
    _ record: ReviewRecord, _ status: HandoverStatus, at now: Timestamp
  ) -> HandoverAnswer {
    let left = status == .pending ? (record.expiresAt.milliseconds(since: now) + 999) / 1000 : 0
    return HandoverAnswer(
      transactionID: record.id.text, number: record.handed?.number ?? "", status: status,
      expiresAt: record.expiresAt.rfc3339, expiresIn: max(0, left))
  }

  /// The id of no host: no service key sees what a session handed over.
  private static let noHost = HostID("")
}

extension HandedAction {
  /// The kinds of proof by which another device may approve an action.
  ///
  /// - Throws: ``Refusal`` (`proof_not_allowed`) for an action that takes no token or no proof that
  ///   is linked to its document, and for a change of factors.
  static func kinds(
    of requirements: ProofRequirements, _ scenario: ScenarioName
  ) throws -> Set<Proof.Kind> {
    let kinds = requirements.kinds.intersection([.assertion, .pinProof])
    guard requirements.kinds.contains(.verificationToken), !kinds.isEmpty,
      requirements.factorEffect == nil,
      scenario != .authorizeTransaction, scenario != .signIn
    else {
      throw Refusal(.proofNotAllowed, "\(scenario) cannot be handed to another device")
    }
    return kinds
  }
}

/// The events of an action that a session handed over: each change of its status.
public struct HandoverFeed: EventFeed {
  private let handovers: Handovers
  private let sessions: Sessions
  private let id: ReviewID
  private let session: AuthenticatedSession
  private var told: HandoverStatus?

  init(
    handovers: Handovers, sessions: Sessions, id: ReviewID, session: AuthenticatedSession
  ) {
    self.handovers = handovers
    self.sessions = sessions
    self.id = id
    self.session = session
  }

  /// Rings when anything of the account's transactions changes.
  public var topic: ChangeTopic { .transactions(of: session.accountID) }

  /// The status where it is another than was told last; the last turn once it is decided or over.
  public mutating func next() async throws -> EventFeedTurn {
    guard try await sessions.mayFollow(session, .handoverEvents),
      case .success(let answer) = try await handovers.show(id, session: session)
    else { return EventFeedTurn(events: [], isLast: true) }
    let isNew = answer.status != told
    told = answer.status
    return EventFeedTurn(
      events: isNew ? [ServerSentEvent(name: "handover", id: nil, data: answer.json)] : [],
      isLast: answer.status != .pending)
  }
}
