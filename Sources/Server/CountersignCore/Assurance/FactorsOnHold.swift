import WebAuthnModel
public import WireModel

/// The factors and devices on hold: those that an account had before its owner proved its address.
public final class FactorsOnHold: Sendable {
  private let commands: Commands
  private let factors: FactorStore
  private let devices: DeviceRegistrations
  private let keys: KeyRegistrations
  private let audit: AuditTrail
  private let pipeline: ActionPipeline

  init(
    commands: Commands, factors: FactorStore, devices: DeviceRegistrations,
    keys: KeyRegistrations, audit: AuditTrail, pipeline: ActionPipeline
  ) {
    self.commands = commands
    self.factors = factors
    self.devices = devices
    self.keys = keys
    self.audit = audit
    self.pipeline = pipeline
  }

  /// The factors and devices on hold, each with its source and its time.
  public func list(_ session: AuthenticatedSession) async throws -> HeldFactors {
    let now = commands.now()
    return try await commands.read { transaction in
      let factors = try HeldFactor.all(of: session.accountID, in: transaction)
      let hold = try Holds.find(of: session.accountID, at: now, in: transaction)
      let isWaiting = !factors.isEmpty && hold?.canBeEnded ?? false
      return HeldFactors(
        factors: factors.map(\.item), isWaiting: isWaiting,
        waitsUntil: isWaiting ? hold?.endsAt?.rfc3339 : nil)
    }
  }

  /// Keeps a factor that is on hold, or removes it for good, by a strong proof of that very change.
  ///
  /// - Parameters:
  ///   - decision: What becomes of it.
  ///   - id: Which, as the list has it.
  ///   - request: The proof.
  ///   - idempotencyKey: The caller's name for this change, where it gave one.
  ///   - session: Whose.
  /// - Returns: Whether the same request did it before; or the refusal, `factor_waits` for as long
  ///   as the link in a notice brings everything back.
  /// - Throws: ``StoreError``.
  public func decide(
    _ decision: HeldFactorDecision, _ id: String, _ request: RevocationRequest,
    idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<Void>> {
    try await pipeline.change(
      DecideHeldFactor(
        decision: decision, factors: factors, devices: devices, keys: keys, audit: audit),
      ActionCall(
        caller: .session(session), request: id, proof: UnverifiedProof(request.proof),
        idempotencyKey: idempotencyKey))
  }
}

/// The fate of a factor that is on hold.
public enum HeldFactorDecision: String, Sendable, Hashable, CaseIterable {
  /// It counts again.
  case keep
  /// It is revoked for good.
  case remove
}

/// Decides on one factor that is on hold.
///
/// What brings it back, or takes it away for good, is a factor of the owner's own that is strong by
/// now: it came since, and has waited. A weak proof does not, in whatever session.
struct DecideHeldFactor: ProtectedAction {
  let decision: HeldFactorDecision
  let factors: FactorStore
  let devices: DeviceRegistrations
  let keys: KeyRegistrations
  let audit: AuditTrail

  let scenario = ScenarioName.manageFactors
  var name: String { decision == .keep ? "keepHeldFactor" : "removeHeldFactor" }

  func requirements(in policy: ServicePolicy) -> ProofRequirements { .ofFactors(or: .none) }

  func bodyHash(of id: String) -> [UInt8] { BodyHash.of(name, [.text(id)]) }

  /// A factor that cannot be kept now is refused here: it costs no attempt at a PIN.
  func facts(of id: String, for caller: Caller, at now: Timestamp) -> FactsQuery<HeldFactor> {
    FactsQuery { _, transaction in
      let held = try HeldFactor.find(id, of: caller, in: transaction)
      if let hold = try Holds.find(of: caller.account, at: now, in: transaction), hold.canBeEnded {
        throw Refusal.heldUntil(hold)
      }
      if decision == .keep {
        try requireRoom(for: held, of: caller.account, at: now, in: transaction)
      }
      return held
    }
  }

  func document(
    for id: String, _ held: HeldFactor, in words: DocumentWords
  ) throws(Refusal) -> ActionDocument {
    let change = decision == .keep ? FactorChange.keepHeld(id) : .removeHeld(id)
    return try words.document(changing: change, showing: held.shown)
  }

  private func requireRoom(
    for held: HeldFactor, of account: AccountID, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    switch held.kind {
    case .device:
      try devices.requireRoom(forDeviceOf: account, byCode: false, at: now, in: transaction)
    case .passkey:
      try keys.requireRoom(forCredentialOf: account, byCode: false, at: now, in: transaction)
    case .pin:
      try PINVerifier.requireNoDevicePIN(of: account, at: now, in: transaction)
      let row = try transaction.row(
        "SELECT 1 FROM pins WHERE account_id = ?", [.text(account.text)])
      guard row == nil else { throw Refusal.replaced }
    case .authenticatorApp:
      guard try !AuthenticatorApps.isEnrolled(account, in: transaction) else {
        throw Refusal.replaced
      }
    }
  }

  func execute(
    _ id: String, _ prepared: Void, _ held: HeldFactor, in context: ActionContext
  ) throws -> Execution {
    let (now, transaction) = (context.now, context.transaction)
    let enrolment = try context.enrolment()
    guard enrolment.ground == .strongProof else { throw Refusal.strongFactorRequired }
    let notice: Message.Notice
    switch decision {
    case .keep:
      try factors.keep(held, enrolment, at: now, transaction)
      notice = held.kind.noticeOfAdding
    case .remove:
      try held.remove(of: context.account, in: transaction)
      notice = held.kind.noticeOfRemoval
    }
    try Holds.makeFinal(of: context.account, at: now, in: transaction)
    try Outbox.put(
      notice: notice, to: context.account, id: "\(context.operation.text):held", at: now,
      in: transaction)
    return Execution(
      decision == .keep ? "held_factor_kept" : "held_factor_removed",
      details: ["factor": .string(id), "kind": .string(held.kind.rawValue)])
  }

  func result(of operation: StoredOperation) {}
}

/// A factor on hold, as its row says it.
struct HeldFactor: Sendable, Hashable {
  let id: String
  let kind: HeldFactors.Item.Kind
  let name: String?
  let addedAt: Timestamp?
  let ground: Ground

  /// The factor as it is listed.
  var item: HeldFactors.Item {
    let source: HeldFactors.Item.Source =
      switch ground {
      case .host: .host
      case .administrator: .administrator
      case .first, .onTheWay, .recovery: .code
      case .withFirst, .strongProof, .weakProof, .oldPIN: .factor
      }
    return HeldFactors.Item(
      id: id, kind: kind, name: name, addedAt: addedAt?.rfc3339, addedBy: source)
  }

  /// All that an account has on hold, oldest first; what a recovery has suspended is not.
  static func all(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [HeldFactor] {
    guard try Holds.isOnHold(account, in: transaction) else { return [] }
    let seal = try transaction.seal(of: account)
    let values = [SQLValue.text(account.text)]
    let devices = try transaction.rows(
      """
      SELECT ground, created_at, id, name FROM devices
      WHERE account_id = ? AND suspended_at IS NOT NULL ORDER BY created_at, id
      """, values
    ).map { row in
      let id = DeviceID(try row.text(2))
      return try HeldFactor(
        id.text, .device, seal.text(try row.blob(3), at: Devices.namePlace(id)), row)
    }
    let keys = try transaction.rows(
      """
      SELECT ground, created_at, id, name FROM credentials
      WHERE account_id = ? AND suspended_at IS NOT NULL ORDER BY created_at, id
      """, values
    ).map { row in
      let id = CredentialID(try row.blob(2))
      return try HeldFactor(
        id.base64URL, .passkey,
        row.optionalBlob(3).map { try seal.text($0, at: Credentials.namePlace(id)) }, row)
    }
    let pins = try transaction.rows(
      "SELECT ground, NULL FROM suspended_pins WHERE account_id = ?", values
    ).map { try HeldFactor(Self.pin, .pin, nil, $0) }
    let apps = try transaction.rows(
      "SELECT ground, confirmed_at FROM suspended_apps WHERE account_id = ?", values
    ).map { try HeldFactor(Self.app, .authenticatorApp, nil, $0) }
    return devices + keys + pins + apps
  }

  private init(
    _ id: String, _ kind: HeldFactors.Item.Kind, _ name: String?, _ row: SQLRow
  ) throws {
    guard let ground = Ground(rawValue: try row.text(0)) else {
      throw StoreError(code: .corrupt, reason: "the ground of a factor on hold")
    }
    (self.id, self.kind, self.name, self.ground) = (id, kind, name, ground)
    addedAt = try row.optionalInteger(1).map { Timestamp(milliseconds: $0) }
  }

  /// One that an account has on hold.
  ///
  /// - Throws: ``Refusal``: `not_found` where it has none of that id; for any id
  ///   `insufficient_user_authentication` to a session from which the hold hides what there is.
  static func find(
    _ id: String, of caller: Caller, in transaction: any ReadTransaction
  ) throws -> HeldFactor {
    try Holds.requireShown(to: caller, in: transaction)
    let held = try all(of: caller.account, in: transaction).first { $0.id == id }
    guard let held else {
      throw Refusal(
        .notFound, "the account has no such factor on hold; list them with GET /factors/held")
    }
    return held
  }

  /// Revokes it for good.
  fileprivate func remove(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    switch kind {
    case .device:
      try transaction.execute(
        "UPDATE devices SET suspended_at = NULL, pin_key = NULL WHERE id = ?", [.text(id)])
    case .passkey:
      try transaction.execute(
        "UPDATE credentials SET suspended_at = NULL WHERE id = ?",
        [.blob(Base64URL.decode(id) ?? [])])
    case .pin:
      try transaction.execute(
        "DELETE FROM suspended_pins WHERE account_id = ?", [.text(account.text)])
    case .authenticatorApp:
      try transaction.execute(
        "DELETE FROM suspended_apps WHERE account_id = ?", [.text(account.text)])
    }
  }

  private static let pin = HeldFactors.Item.Kind.pin.rawValue
  private static let app = HeldFactors.Item.Kind.authenticatorApp.rawValue
}

extension HeldFactors.Item.Kind {
  fileprivate var noticeOfAdding: Message.Notice {
    switch self {
    case .passkey: .credentialAdded
    case .device: .deviceAdded
    case .pin: .pinChanged
    case .authenticatorApp: .authenticatorAppAdded
    }
  }

  fileprivate var noticeOfRemoval: Message.Notice {
    switch self {
    case .passkey: .credentialRevoked
    case .device: .deviceRevoked
    case .pin: .pinChanged
    case .authenticatorApp: .authenticatorAppRemoved
    }
  }
}

extension Refusal {
  /// A factor on hold is decided on once the link in a notice undoes nothing any more.
  fileprivate static func heldUntil(_ hold: Hold) -> Refusal {
    let end =
      hold.waits.isEmpty
      ? "until a factor that you set up has waited"
      : hold.endsAt.map { "until \($0.rfc3339)" } ?? "until each new factor has waited"
    var refusal = Refusal(
      .factorWaits,
      "\(end) the link in a notice brings back what is on hold; decide on each factor after that")
    refusal.until = hold.endsAt
    return refusal
  }

  /// The account has one of its own by now.
  fileprivate static let replaced = Refusal(
    .unacceptableValue, "id: the account has another one by now; remove that first")
}
