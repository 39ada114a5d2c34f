import WebAuthnModel
public import WireModel

/// Stops a recovery by a strong factor that was there before it began.
///
/// A session alone stops none: whoever reads the mailbox has one too. A factor that waits stops
/// none either: it may have come with the recovery.
struct StopRecovery: ProtectedAction {
  let name = "stopRecovery"
  let scenario = ScenarioName.manageFactors
  let recoveries: Recoveries

  func requirements(in policy: ServicePolicy) -> ProofRequirements { .ofRemoval(or: .none) }

  func bodyHash(of request: Void) -> [UInt8] { BodyHash.of(name, []) }

  func document(
    for request: Void, _ facts: NoFacts, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument { try words.document(changing: .stopRecovery) }

  func execute(
    _ request: Void, _ prepared: Void, _ facts: NoFacts, in context: ActionContext
  ) throws -> Execution {
    let (account, transaction) = (context.account, context.transaction)
    guard try context.enrolment().ground == .strongProof else {
      throw Refusal.strongFactorRequired
    }
    guard let recovery = try Recovery.find(of: account, in: transaction) else {
      return Execution("recovery_stopped", details: ["wasThere": false])
    }
    let factor = context.proof.claim.factor(try context.spentRow())
    guard let strongSince = try strongSince(factor, in: transaction),
      strongSince < recovery.requestedAt
    else { throw Refusal.strongFactorRequired }
    try recoveries.cancel(
      of: account, by: context.caller.session?.id, at: context.now, in: transaction)
    try Recoveries.countStopped(of: account, in: transaction)
    return Execution("recovery_stopped")
  }

  func result(of operation: StoredOperation) {}

  /// The moment since which a factor has been strong: it was stored then, or its wait was over.
  private func strongSince(
    _ factor: AccountFactor?, in transaction: any ReadTransaction
  ) throws -> Timestamp? {
    let row: SQLRow? =
      switch factor {
      case .passkey(let id, isBackedUp: _):
        try transaction.row(
          "SELECT created_at, wait_id FROM credentials WHERE id = ?", [.blob(id.bytes)])
      case .devicePIN(let id):
        try transaction.row(
          "SELECT COALESCE(pin_set_at, created_at), wait_id FROM devices WHERE id = ?",
          [.text(id.text)])
      case .pin, .codes, nil: nil
      }
    guard let row else { return nil }
    let storedAt = Timestamp(milliseconds: try row.integer(0))
    guard let id = try row.optionalText(1), let wait = try Waits.find(WaitID(id), in: transaction)
    else { return storedAt }
    return wait.endsAt.map { max($0, storedAt) }
  }
}

/// Stops what notices tell of: by their links, by a strong factor, and by the maker of a link.
public final class Stops: Sendable {
  private let commands: Commands
  private let links: StopLinks
  private let recoveries: Recoveries
  private let notices: Notices
  private let audit: AuditTrail
  private let changeBell: ChangeBell
  private let pipeline: ActionPipeline
  private let policy: ServicePolicy

  init(
    commands: Commands, links: StopLinks, recoveries: Recoveries, notices: Notices,
    audit: AuditTrail, changeBell: ChangeBell, pipeline: ActionPipeline, policy: ServicePolicy
  ) {
    self.commands = commands
    self.links = links
    self.recoveries = recoveries
    self.notices = notices
    self.audit = audit
    self.changeBell = changeBell
    self.pipeline = pipeline
    self.policy = policy
  }

  /// Stops the account's recovery by a proof with a strong factor that was there before it began.
  public func stopRecovery(
    _ request: RevocationRequest, idempotencyKey: IdempotencyKey? = nil,
    session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    try await pipeline.change(
      StopRecovery(recoveries: recoveries),
      ActionCall(
        caller: .session(session), request: (), proof: UnverifiedProof(request.proof),
        idempotencyKey: idempotencyKey))
  }

  /// Stops what the link of a notice names: a factor that waits, a recovery, or one sign-in.
  ///
  /// - Parameter request: The id and the secret of the link.
  /// - Returns: What was stopped; or `link_over` for a wrong secret, and where there is nothing to
  ///   stop any more.
  /// - Throws: ``StoreError``.
  public func stop(_ request: StopRequest) async throws -> Decision<StopAnswer> {
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      guard links.isRight(request.secret, for: request.id) else { throw Refusal.stopOver }
      if request.id.hasPrefix("ses_") {
        return try stop(SessionID(request.id), at: now, in: transaction)
      }
      guard let wait = try Waits.find(WaitID(request.id), in: transaction),
        try canBeStopped(wait, at: now, in: transaction)
      else { throw Refusal.stopOver }
      return try stop(wait, at: now, in: transaction)
    }
    commands.outboxBell.ring()
    return decision
  }

  /// Tells if a wait can be stopped: a recovery until it is completed, since nobody may have looked
  /// at the notice before; a hold, and what was added under it, as ``Hold/canBeEnded`` says; all
  /// others until the wait is over.
  private func canBeStopped(
    _ wait: Wait, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    if [.held, .underHold].contains(wait.reason) {
      let hold = try Holds.find(of: wait.account, at: now, in: transaction)
      return wait.stoppedAt == nil && hold?.canBeEnded ?? false
    }
    guard wait.reason == .recovery else { return wait.canBeStopped(at: now) }
    let isUnderWay = try recoveries.status(of: wait.account, at: now, in: transaction) != .none
    let current = try Recovery.find(of: wait.account, in: transaction)?.wait.id
    return isUnderWay && current == wait.id
  }

  /// Takes what the maker of a link says of the device that it enrolled: that it is theirs, or that
  /// somebody else was first.
  ///
  /// - Parameters:
  ///   - id: The link.
  ///   - claim: Whose the device is.
  ///   - secret: The watch secret, which the maker alone has.
  /// - Returns: Nothing; or `link_over` where nothing waits for a word.
  /// - Throws: ``StoreError``.
  public func settle(
    _ id: SessionLinkID, _ claim: LinkClaim, secret: SecretText?
  ) async throws -> Decision<Void> {
    let now = commands.now()
    let decision = try await commands.run { [self] transaction in
      guard let secret,
        let link = try SessionLinks.find(id, watchedBy: secret, in: transaction),
        let waitID = try SessionLinks.wait(of: id, in: transaction),
        let wait = try Waits.find(waitID, in: transaction),
        wait.isUnclaimed, wait.canBeStopped(at: now),
        try Self.isThere(deviceOf: waitID, in: transaction)
      else { throw Refusal.linkOver }
      guard claim.isMine else {
        _ = try stop(wait, at: now, in: transaction)
        return
      }
      try Waits.confirm(waitID, at: now, in: transaction)
      // Its PIN takes the place of one in a body now.
      if wait.seconds == 0 {
        try Devices.endPINInBody(
          of: wait.account, sparing: link.makerSession, at: now, in: transaction)
      }
      try audit.append(
        AuditEvent("device_claimed", subject: wait.account, ["wait": .string(waitID.text)]),
        at: now, in: transaction)
      // What waited for this word alone counts now, and no link stops it.
      let waitsOn = try Waits.find(waitID, in: transaction)?.canBeStopped(at: now) ?? false
      try Outbox.put(
        notice: .deviceClaimed, to: wait.account, id: waitID.text,
        stop: waitsOn ? StopTarget(id: waitID.text, page: link.page) : nil, at: now,
        in: transaction)
    }
    commands.outboxBell.ring()
    changeBell.ring(.link(id))
    return decision
  }

  /// Tells if the device that waits is neither revoked nor suspended: the word for any other would
  /// only take away what came since.
  private static func isThere(
    deviceOf wait: WaitID, in transaction: any ReadTransaction
  ) throws -> Bool {
    try transaction.row(
      "SELECT 1 FROM devices WHERE wait_id = ? AND revoked_at IS NULL LIMIT 1", [.text(wait.text)]
    ) != nil
  }

  /// Stops a sign-in: its session, and what was made in it, whoever ended the session before.
  ///
  /// The row of a session is gone before a recovery is over that was begun in it: the recovery
  /// names it too.
  ///
  /// - Throws: ``Refusal/stopOver`` where nothing is left to stop. So a link stops once.
  private func stop(
    _ session: SessionID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> StopAnswer {
    let row = try transaction.row(
      """
      SELECT account_id FROM sessions WHERE id = ?
      UNION SELECT account_id FROM recoveries WHERE session_id = ?
      """, [.text(session.text), .text(session.text)])
    guard let row else { throw Refusal.stopOver }
    let account = AccountID(try row.text(0))
    let ended = try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL",
      [.integer(now.milliseconds), .text(session.text)])
    var hasStopped = ended > 0
    // Its link may have enrolled a device of whoever signed in: that one's word would be theirs.
    for id in try SessionLinks.waits(ofLinksMadeIn: session, in: transaction) {
      guard let wait = try Waits.find(id, in: transaction), wait.isUnclaimed,
        wait.canBeStopped(at: now), try Self.isThere(deviceOf: id, in: transaction)
      else { continue }
      _ = try stop(wait, at: now, in: transaction)
      hasStopped = true
    }
    // What was made in it could still be used elsewhere. What others made stays.
    if try Accounts.voidEntitlements(of: account, madeIn: session, in: transaction) {
      hasStopped = true
    }
    if try Recovery.find(of: account, in: transaction)?.session == session,
      try recoveries.cancel(of: account, by: session, at: now, in: transaction)
    {
      try Recoveries.countStopped(of: account, in: transaction)
      hasStopped = true
    }
    guard hasStopped else { throw Refusal.stopOver }
    try Lanes.endAll(of: account, in: transaction)
    try audit.append(
      AuditEvent(
        "session_ended", subject: account,
        ["session": .string(session.text), "by": "notice"]), at: now, in: transaction)
    return StopAnswer(stopped: .signIn)
  }

  private func stop(
    _ wait: Wait, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> StopAnswer {
    let account = wait.account
    let (event, notice, matter): (String, Message.Notice, StopAnswer.Matter)
    switch wait.reason {
    case .recovery:
      _ = try recoveries.withdraw(of: account, at: now, in: transaction)
      try Recoveries.countStopped(of: account, in: transaction)
      (event, notice, matter) = ("recovery_stopped", .recoveryCancelled, .recovery)
    case .recovered:
      try Suspension.end(of: account, at: now, in: transaction)
      try Recoveries.countStopped(of: account, in: transaction)
      (event, notice, matter) = ("recovery_undone", .recoveryUndone, .recovery)
    case .held, .underHold:
      try Holds.end(of: account, at: now, in: transaction)
      (event, notice, matter) = ("hold_ended", .holdEnded, .hold)
    case .announced, .maker, .administrator:
      try revoke(wait, at: now, in: transaction)
      (event, notice, matter) = ("factor_stopped", .factorStopped, .factor)
    }
    try Waits.stop(wait.id, at: now, in: transaction)
    try Lanes.endAll(of: account, in: transaction)
    try audit.append(
      AuditEvent(event, subject: account, ["wait": .string(wait.id.text)]), at: now,
      in: transaction)
    try notices.put(notice, to: account, at: now, in: transaction)
    return StopAnswer(stopped: matter)
  }

  /// Revokes the factors that wait together, also where they are suspended.
  ///
  /// The link in a notice stops what is there; of what is gone it opens nothing again. An unclaimed
  /// device takes along what it may have added.
  private func revoke(
    _ wait: Wait, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let revoked = try Self.revokeFactors(of: wait.id, wait.account, at: now, in: transaction)
    guard revoked.now + revoked.suspended > 0 else { throw Refusal.stopOver }
    let added = wait.isUnclaimed ? try Waits.those(ofUnclaimed: wait, in: transaction) : []
    for id in added {
      _ = try Self.revokeFactors(of: id, wait.account, at: now, in: transaction)
      try Waits.stop(id, at: now, in: transaction)
    }
    // What was suspended, or nobody has claimed, entitles to nothing that is under way now.
    if !added.isEmpty || (revoked.now > 0 && !wait.isUnclaimed) {
      try Accounts.voidEntitlements(of: wait.account, in: transaction)
    }
    // A device that nobody claims waits without an end. Its link opens the account again only
    // within the time that any other notice would have had.
    let last = wait.createdAt.adding(seconds: policy.weakFactorSecondsByMailAlone)
    if wait.isUnclaimed, last <= now {
      try Accounts.settle(wait.account, at: now, in: transaction)
    }
    try Waits.stop(wait.id, at: now, in: transaction)
    try Accounts.forgetStoppedFactors(of: wait.account, in: transaction)
  }

  /// Revokes the factors of one wait, and ends the sessions that rest on them and the links that
  /// its device confirmed.
  ///
  /// - Returns: How many factors counted until now, and how many were suspended.
  private static func revokeFactors(
    of wait: WaitID, _ account: AccountID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> (now: Int, suspended: Int) {
    let (id, moment) = (SQLValue.text(wait.text), SQLValue.integer(now.milliseconds))
    let devices = try transaction.rows(
      "SELECT id FROM devices WHERE wait_id = ? AND revoked_at IS NULL", [id]
    ).map { DeviceID(try $0.text(0)) }
    var factors = try transaction.rows(
      "SELECT id FROM credentials WHERE wait_id = ? AND revoked_at IS NULL", [id]
    ).map { AccountFactor.passkey(CredentialID(try $0.blob(0)), isBackedUp: nil) }
    for device in devices {
      factors += try Devices.factors(on: device, in: transaction)
      try Waits.stopThose(ofPasskeysOn: device, at: now, in: transaction)
      try Devices.revoke(device, at: now, in: transaction)
      try SessionLinks.endThose(confirmedBy: device, in: transaction)
    }
    var revoked = devices.count
    revoked += try transaction.execute(
      "UPDATE credentials SET revoked_at = ? WHERE wait_id = ? AND revoked_at IS NULL",
      [moment, id])
    var suspended = 0
    for table in ["credentials", "devices"] {
      suspended += try transaction.execute(
        """
        UPDATE \(table) SET suspended_at = NULL WHERE wait_id = ? AND suspended_at IS NOT NULL
        """, [id])
    }
    for (table, factor) in [("pins", AccountFactor.pin), ("authenticator_apps", .codes)] {
      let removed = try transaction.execute("DELETE FROM \(table) WHERE wait_id = ?", [id])
      revoked += removed
      if removed > 0 { factors.append(factor) }
    }
    try Sessions.endThose(
      restingOn: factors, of: account, sparing: nil, at: now, in: transaction)
    for table in ["suspended_pins", "suspended_apps"] {
      suspended += try transaction.execute("DELETE FROM \(table) WHERE wait_id = ?", [id])
    }
    return (revoked, suspended)
  }
}

extension Refusal {
  /// A link of a notice that stops nothing any more, or whose secret is wrong.
  static let stopOver = Refusal(
    .linkOver, "there is nothing to stop by this link any more; sign in and look at your factors"
  ).concerningSecret()
}

/// The target of the link in a notice: a wait or a session, and the page at which it is stopped.
struct StopTarget: Sendable, Hashable {
  /// The id of a wait or of a session.
  let id: String
  /// The path in front of the page.
  let page: PathPrefix
}

/// Makes and verifies the links by which a person stops a wait or a session.
///
/// The secret follows from the id, so that no table and no outbox holds one; what it stops is
/// stopped once. It stands in the fragment, which no server and no scanner of mail sees, and the
/// page asks for a press of a button.
struct StopLinks: Sendable {
  let keyring: Keyring
  let origin: String

  /// The address of the page that stops it.
  ///
  /// Secret.
  func address(of target: StopTarget) -> SecretText {
    SecretText("\(origin)\(target.page)/stop#\(target.id).\(secret(of: target.id).exposed)")
  }

  /// Tells if a secret is the one of an id.
  func isRight(_ secret: SecretText, for id: String) -> Bool {
    guard let given = Base64URL.decode(secret.exposed) else { return false }
    return keyring.isAuthentic(given, .stopLink, Self.input(id))
  }

  private func secret(of id: String) -> SecretText {
    SecretText(Base64URL.encode(keyring.authenticationCode(.stopLink, Self.input(id))))
  }

  private static func input(_ id: String) -> [UInt8] { Array("countersign/stop/v1\(id)".utf8) }
}
