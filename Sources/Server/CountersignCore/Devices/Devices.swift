import WebAuthnModel
public import WireModel

/// The devices of accounts: registered, listed, revoked.
public final class Devices: Sendable {
  private let commands: Commands
  let verifier: DeviceVerifier
  let keys: KeyRegistrations
  let registration: RegisterDevice
  private let audit: AuditTrail
  let pipeline: ActionPipeline

  init(
    commands: Commands, verifier: DeviceVerifier, keys: KeyRegistrations,
    registration: RegisterDevice, audit: AuditTrail, pipeline: ActionPipeline
  ) {
    self.commands = commands
    self.verifier = verifier
    self.keys = keys
    self.registration = registration
    self.audit = audit
    self.pipeline = pipeline
  }

  /// Revokes devices, each with its PIN, its credentials and its sessions.
  ///
  /// It takes a proof by a factor, where the account ever had one.
  public func revoke(
    _ selection: RevocationSelection<DeviceID>, _ request: RevocationRequest = RevocationRequest(),
    idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    try await pipeline.change(
      RevokeSelected<DeviceID>(audit: audit),
      ActionCall(
        caller: .session(session), request: selection, proof: UnverifiedProof(request.proof),
        idempotencyKey: idempotencyKey))
  }

  /// The account's devices, oldest first.
  public func list(_ session: AuthenticatedSession) async throws -> DeviceList {
    let now = commands.now()
    return try await commands.read {
      try Devices.list(of: session.accountID, from: session.deviceID, at: now, in: $0)
    }
  }

  /// Names a device as its person calls it.
  ///
  /// The name stands in the document of its removal. So a session that is not strong names its own
  /// device alone, or the one that it rests on.
  public func name(
    _ id: DeviceID, _ request: NameRequest, session: AuthenticatedSession
  ) async throws -> Decision<Void> {
    let now = commands.now()
    return try await commands.run { [audit] transaction in
      let name = try DisplayName(request.name, field: "name").text
      guard try Self.find(id, in: transaction)?.accountID == session.accountID else {
        throw Refusal.deviceUnknown
      }
      let isOwn = try session.deviceID == id || session.rests(on: .devicePIN(id), in: transaction)
      guard session.level >= .strong || isOwn else { throw Refusal.strongFactorRequired }
      let sealed = try transaction.seal(of: session.accountID).seal(name, at: Self.namePlace(id))
      try transaction.execute(
        "UPDATE devices SET name = ? WHERE id = ?", [sealed, .text(id.text)])
      try audit.append(
        AuditEvent("device_named", subject: session.accountID, ["device": .string(id.text)]),
        at: now, in: transaction)
    }
  }

  // MARK: Rows

  /// The device with an id, unless it was revoked.
  static func find(
    _ id: DeviceID, in transaction: any ReadTransaction
  ) throws -> DeviceRecord? {
    try transaction.row("\(columns) WHERE id = ? AND revoked_at IS NULL", [.text(id.text)])
      .map { try record($0, in: transaction) }
  }

  /// The device with an id, for whoever signs in with it.
  ///
  /// - Throws: `factor_waits` for a device that is on hold, which keeps its keys since it may count
  ///   again; ``Refusal/deviceUnknown`` for any other that is not there.
  static func require(
    _ id: DeviceID, in transaction: any ReadTransaction
  ) throws -> DeviceRecord {
    if let device = try find(id, in: transaction) { return device }
    let held = try transaction.row(
      """
      SELECT 1 FROM devices d JOIN accounts a ON a.id = d.account_id
      WHERE d.id = ? AND d.suspended_at IS NOT NULL AND a.hold_wait_id IS NOT NULL
      """, [.text(id.text)])
    guard held != nil else { throw Refusal.deviceUnknown }
    throw Refusal(
      .factorWaits,
      "this device was there before a code proved the address of the account; it counts once the "
        + "owner keeps it")
  }

  /// The account's devices, oldest first.
  static func of(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> [DeviceRecord] {
    try transaction.rows(
      "\(columns) WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, id",
      [.text(account.text)]
    ).map { try record($0, in: transaction) }
  }

  /// Refuses a device whose id was ever taken.
  static func requireNew(_ id: DeviceID, in transaction: any ReadTransaction) throws {
    let taken = try transaction.row("SELECT 1 FROM devices WHERE id = ?", [.text(id.text)])
    guard taken == nil else {
      throw Refusal(.deviceExists, "a device has that id; draw a new one, and new keys")
    }
  }

  /// Removes the account's PIN in a body, with what it entitled to and the sessions that rest on
  /// it, but the one that makes the change.
  ///
  /// An account has PINs on its devices or one in a body, never both.
  static func endPINInBody(
    of account: AccountID, sparing session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let ended = try transaction.execute(
      "DELETE FROM pins WHERE account_id = ?", [.text(account.text)])
    try Attempts.clear(.pin(account), in: transaction)
    guard ended > 0 else { return }
    try Accounts.noteGone([.pin], of: account, sparing: session, at: now, in: transaction)
  }

  /// Removes the account's PIN in a body where a device has taken its place.
  ///
  /// A device without a PIN takes none, and neither does one whose PIN waits, whatever set that.
  static func endPINInBody(
    of account: AccountID, for device: DeviceID, sparing session: SessionID?, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    guard let row = try DeviceRow.find(device, of: account, in: transaction), row.hasPIN,
      try Waits.running(row.wait, at: now, in: transaction) == nil
    else { return }
    try endPINInBody(of: account, sparing: session, at: now, in: transaction)
  }

  /// Revokes a device, and with it its PIN, its credentials and its sessions.
  static func revoke(
    _ id: DeviceID, at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    let moment = SQLValue.integer(now.milliseconds)
    try transaction.execute(
      "UPDATE devices SET revoked_at = ?, pin_key = NULL WHERE id = ? AND revoked_at IS NULL",
      [moment, .text(id.text)])
    try transaction.execute(
      "UPDATE credentials SET revoked_at = ? WHERE device_id = ? AND revoked_at IS NULL",
      [moment, .text(id.text)])
    try transaction.execute(
      "UPDATE sessions SET ended_at = ? WHERE device_id = ? AND ended_at IS NULL",
      [moment, .text(id.text)])
    try Attempts.clear(.device(id), in: transaction)
  }

  /// All that a device lets its person in by: itself, its PIN and the passkeys that were registered
  /// from it.
  static func factors(
    on id: DeviceID, in transaction: any ReadTransaction
  ) throws -> [AccountFactor] {
    [.devicePIN(id)]
      + (try transaction.rows(
        "SELECT id FROM credentials WHERE device_id = ? AND revoked_at IS NULL", [.text(id.text)]
      ).map { .passkey(CredentialID(try $0.blob(0)), isBackedUp: nil) })
  }

  private static func record(
    _ row: SQLRow, in transaction: any ReadTransaction
  ) throws -> DeviceRecord {
    let (id, account) = (DeviceID(try row.text(0)), AccountID(try row.text(1)))
    return DeviceRecord(
      id: id, accountID: account,
      name: try transaction.seal(of: account).text(try row.blob(2), at: namePlace(id)),
      publicKey: try row.blob(3), pinKey: try row.optionalBlob(4),
      pinGeneration: try row.integer(5))
  }

  static func namePlace(_ id: DeviceID) -> SealedPlace {
    SealedPlace("devices.name", of: id.text)
  }

  private static let columns =
    "SELECT id, account_id, name, public_key, pin_key, pin_generation FROM devices"

  /// An account's devices, as one of them sees the list, or a screen that is none.
  static func list(
    of account: AccountID, from current: DeviceID?, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> DeviceList {
    let rows = try transaction.rows(
      """
      SELECT id, name, created_at, last_used_at, pin_generation, pin_key_id, wait_id
      FROM devices WHERE account_id = ? AND revoked_at IS NULL
      ORDER BY created_at, id LIMIT 100
      """, [.text(account.text)])
    let seal = try transaction.seal(of: account)
    return DeviceList(
      devices: try rows.map { row in
        let id = DeviceID(try row.text(0))
        let wait = try Waits.running(row.optionalText(6), at: now, in: transaction)
        return DeviceList.Item(
          id: id.text, name: try seal.text(try row.blob(1), at: namePlace(id)),
          createdAt: Timestamp(milliseconds: try row.integer(2)).rfc3339,
          lastUsedAt: try row.optionalInteger(3).map { Timestamp(milliseconds: $0).rfc3339 },
          isCurrent: try row.text(0) == current?.text, pinGeneration: try row.integer(4),
          pinKeyID: try row.optionalBlob(5).map(Base64URL.encode), isWaiting: wait != nil,
          waitsUntil: wait?.endsAt?.rfc3339)
      })
  }

  /// The proof that a device has to give to log in.
  static func demandOfLogin(
    from device: DeviceRecord, _ keys: [CredentialDescriptor], in transaction: any ReadTransaction
  ) throws -> LinkOptions.Demand {
    if !keys.isEmpty { return .factor }
    if device.pinKey != nil { return .pin }
    return try Accounts.hasLoginFactor(device.accountID, in: transaction) ? .factor : .device
  }

  /// Revokes one device, and tells of it.
  static func revoke(
    _ id: DeviceID, of accountID: AccountID, by revoker: Revoker, with audit: AuditTrail,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try Accounts.voidEntitlements(of: accountID, from: id, at: now, in: transaction)
    try Devices.revoke(id, at: now, in: transaction)
    try audit.append(
      AuditEvent(
        "device_revoked", subject: accountID, revoker.details(["device": .string(id.text)])),
      at: now, in: transaction)
    try Outbox.put(
      notice: .deviceRevoked, to: accountID, id: id.text, at: now, in: transaction)
  }
}

extension Refusal {
  /// No such device of this account, or one that was revoked.
  static let deviceUnknown = Refusal(
    .deviceUnknown, "the account has no such device; register this one again")
}

extension Identifier: Revocable where Kind == DeviceKind {
  static var revocation: String { "revokeDevices" }
  static var revocationEvent: String { "devices_revoked" }
  static var unknown: Refusal { .deviceUnknown }
  var stored: SQLValue { .text(text) }

  static func change(of selection: RevocationSelection<DeviceID>) -> FactorChange {
    switch selection {
    case .one(let id): .removeDevice(id.text)
    case .others(let kept): .keepOnlyDevice(kept.text)
    case .all: .removeAllDevices
    }
  }

  static func all(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [DeviceID] {
    try Devices.of(account, in: transaction).map(\.id)
  }

  func factor(in transaction: any ReadTransaction) throws -> AccountFactor? {
    if try Devices.find(self, in: transaction)?.pinKey != nil { return .devicePIN(self) }
    // The passkeys that were registered from a device go with it.
    let row = try transaction.row(
      "SELECT id FROM credentials WHERE device_id = ? AND revoked_at IS NULL LIMIT 1", [stored])
    return try row.map { .passkey(CredentialID(try $0.blob(0)), isBackedUp: nil) }
  }

  func factors(in transaction: any ReadTransaction) throws -> [AccountFactor] {
    try Devices.factors(on: self, in: transaction)
  }

  func revoke(
    of account: AccountID, by revoker: Revoker, with audit: AuditTrail, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try Sessions.endThose(
      restingOn: factors(in: transaction), of: account, sparing: revoker.session, at: now,
      in: transaction)
    try Devices.revoke(
      self, of: account, by: revoker, with: audit, at: now, in: transaction)
  }
}

/// A registered device as it is stored.
struct DeviceRecord: Sendable, Hashable {
  let id: DeviceID
  let accountID: AccountID
  let name: String
  /// The public device key (COSE).
  let publicKey: [UInt8]
  /// The public PIN key (COSE); nil where no PIN is set.
  let pinKey: [UInt8]?
  /// The generation of its PIN key that holds; 0 if it has none.
  let pinGeneration: Int64
}

extension DeviceID {
  /// True if the text is a device's id by its form: `dev_` and 16 bytes, base64url.
  var isWellFormed: Bool {
    guard text.hasPrefix("dev_"), let bytes = Base64URL.decode(String(text.dropFirst(4))) else {
      return false
    }
    return bytes.count == 16 && text == "dev_" + Base64URL.encode(bytes)
  }
}
