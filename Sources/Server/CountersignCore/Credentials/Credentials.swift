import RelyingParty
public import WebAuthnModel
public import WireModel

/// The keys of accounts: registered, listed, revoked.
public final class Credentials: Sendable {
  let commands: Commands
  let keys: KeyRegistrations
  let grant: BeginRegistration
  let grounds: Grounds
  let recoveries: Recoveries
  let refusals: RefusalLog
  private let audit: AuditTrail
  let pipeline: ActionPipeline

  init(
    commands: Commands, keys: KeyRegistrations, grant: BeginRegistration, grounds: Grounds,
    recoveries: Recoveries, refusals: RefusalLog, audit: AuditTrail, pipeline: ActionPipeline
  ) {
    self.commands = commands
    self.keys = keys
    self.grant = grant
    self.grounds = grounds
    self.recoveries = recoveries
    self.refusals = refusals
    self.audit = audit
    self.pipeline = pipeline
  }

  /// Revokes credentials; a revoked one never signs again, and its id is never taken anew.
  ///
  /// It takes a proof by a factor. Without one a device that finds its own key dead puts it aside.
  public func revoke(
    _ selection: CredentialSelection, _ request: RevocationRequest = RevocationRequest(),
    idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    if request.proof == nil, case .one(let id) = selection, session.deviceID != nil {
      return try await pipeline.change(
        PutOwnKeyAside(audit: audit),
        ActionCall(
          caller: .session(session), request: id, proof: .nothing,
          idempotencyKey: idempotencyKey))
    }
    return try await pipeline.change(
      RevokeSelected<CredentialID>(audit: audit),
      ActionCall(
        caller: .session(session), request: selection, proof: UnverifiedProof(request.proof),
        idempotencyKey: idempotencyKey))
  }

  /// The account's credentials, oldest first.
  public func list(_ session: AuthenticatedSession) async throws -> CredentialList {
    let now = commands.now()
    return try await commands.read {
      try Credentials.list(of: session.accountID, to: session.id, at: now, in: $0)
    }
  }

  /// Names a credential as its person calls it.
  ///
  /// The person tells it from others by the name, to remove it. So a session that is not strong
  /// names what has no name yet, and what the session rests on.
  public func name(
    _ id: CredentialID, _ request: NameRequest, session: AuthenticatedSession
  ) async throws -> Decision<Void> {
    let now = commands.now()
    return try await commands.run { [audit] transaction in
      let name = try DisplayName(request.name, field: "name").text
      let row = try transaction.row(
        "SELECT name FROM credentials WHERE id = ? AND account_id = ? AND revoked_at IS NULL",
        [.blob(id.bytes), .text(session.accountID.text)])
      guard let row else { throw CredentialID.unknown }
      let isOwn =
        try row.optionalBlob(0) == nil
        || session.rests(on: .passkey(id, isBackedUp: nil), in: transaction)
      guard session.level >= .strong || isOwn else { throw Refusal.strongFactorRequired }
      let sealed = try transaction.seal(of: session.accountID).seal(name, at: Self.namePlace(id))
      try transaction.execute(
        "UPDATE credentials SET name = ? WHERE id = ?", [sealed, .blob(id.bytes)])
      try audit.append(
        AuditEvent(
          "credential_named", subject: session.accountID, ["credential": .string(id.base64URL)]),
        at: now, in: transaction)
    }
  }

  // MARK: Rows

  static func namePlace(_ id: CredentialID) -> SealedPlace {
    SealedPlace("credentials.name", of: id.base64URL)
  }

  /// The credential with an id, unless it was revoked and is on the way to nothing.
  ///
  /// Read in one query with the number of attempts of a session that were refused.
  static func find(
    _ id: CredentialID, attemptsOf session: AuthenticatedSession? = nil, in store: any Store
  ) async throws -> StoredCredential? {
    let row = try await store.rows(
      """
      SELECT id, account_id, public_key, algorithm, sign_count, backup_eligible, backed_up,
        user_verified, transports, origin, device_id,
        EXISTS (SELECT 1 FROM code_failures f WHERE f.account_id = credentials.account_id),
        failed_attempts
      FROM credentials LEFT JOIN attempts ON subject = ?
      WHERE id = ? AND (revoked_at IS NULL OR bound_to IS NOT NULL)
      """,
      [.text(session.map { AttemptSubject.session($0).text } ?? ""), .blob(id.bytes)]
    ).first
    guard let row else { return nil }
    return StoredCredential(
      record: try record(row), deviceID: try row.optionalText(10).map { DeviceID($0) },
      hasCodeFailures: try row.flag(11), refusalsInSession: try row.optionalInteger(12) ?? 0)
  }

  /// The device that a credential was registered from, where it was one.
  static func device(
    of id: CredentialID, in transaction: any ReadTransaction
  ) throws -> DeviceID? {
    try transaction.row(
      "SELECT device_id FROM credentials WHERE id = ? AND revoked_at IS NULL", [.blob(id.bytes)]
    )?.optionalText(0).map { DeviceID($0) }
  }

  /// The account's credentials as a client is told of them, oldest first.
  static func descriptors(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [CredentialDescriptor] {
    try descriptors(where: "account_id", account.text, in: transaction)
  }

  /// The credentials that may approve a document of the account in a session, oldest first.
  ///
  /// A key that was made on the way to this document is one of them.
  static func descriptors(
    for document: ActionDocument, in session: SessionID, _ context: ReadingContext
  ) throws -> [CredentialDescriptor] {
    let (account, transaction) = (context.account, context.transaction)
    let own = try descriptors(of: account, in: transaction)
    let onTheWay = try transaction.rows(
      """
      SELECT id, transports, bound_to, bound_session FROM credentials
      WHERE account_id = ? AND bound_session = ? AND bound_to IS NOT NULL
      """, [.text(account.text), .text(session.text)]
    ).filter { row in
      try KeyErrand(row, from: 2)?.leads(to: document, of: account, in: session, transaction)
        ?? false
    }
    return own
      + (try onTheWay.map {
        CredentialDescriptor(id: CredentialID(try $0.blob(0)), transports: try transports($0, 1))
      })
  }

  /// The credentials that were registered from a device, oldest first.
  static func descriptors(
    from device: DeviceID, in transaction: any ReadTransaction
  ) throws -> [CredentialDescriptor] {
    try descriptors(where: "device_id", device.text, in: transaction)
  }

  /// Tells of each credential of the account if only the app of a device uses it: a device
  /// registered it, and its authenticator named no way to reach it from elsewhere.
  ///
  /// A passkey that the system of a device keeps is no such key: a browser may have it, too.
  static func areDeviceKeys(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [CredentialID: Bool] {
    let rows = try transaction.rows(
      """
      SELECT id, \(isDeviceKey) FROM credentials WHERE account_id = ? AND revoked_at IS NULL
      """, [.text(account.text)])
    return Dictionary(
      uniqueKeysWithValues: try rows.map { (CredentialID(try $0.blob(0)), try $0.flag(1)) })
  }

  /// The condition of a row whose passkey only the app of the device uses that registered it.
  static let isDeviceKey =
    "device_id IS NOT NULL AND backup_eligible = 0 AND transports IN ('', 'internal')"

  private static func descriptors(
    where column: StaticString, _ value: String, in transaction: any ReadTransaction
  ) throws -> [CredentialDescriptor] {
    try transaction.rows(
      """
      SELECT id, transports FROM credentials
      WHERE \(column) = ? AND revoked_at IS NULL ORDER BY created_at, id LIMIT 100
      """, [.text(value)]
    ).map {
      CredentialDescriptor(id: CredentialID(try $0.blob(0)), transports: try transports($0, 1))
    }
  }

  /// The account's credentials, oldest first.
  static func all(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [CredentialRecord] {
    try transaction.rows(
      "\(columns) WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, id",
      [.text(account.text)]
    ).map(record)
  }

  /// Refuses a credential whose id is taken: it belongs to no other user, nor to this one already
  /// (WebAuthn §7.1, step 26).
  static func requireNew(
    _ id: CredentialID, in transaction: any ReadTransaction
  ) throws {
    let taken = try transaction.row(
      "SELECT 1 FROM credentials WHERE id = ?", [.blob(id.bytes)])
    guard taken == nil else {
      throw Refusal(.credentialExists, "this authenticator's key is registered already")
    }
  }

  private static func record(_ row: SQLRow) throws -> CredentialRecord {
    guard let algorithm = COSEAlgorithm(rawValue: try row.integer(3)),
      let origin = Origin(try row.text(9))
    else { throw StoreError(code: .corrupt, reason: "a credential's algorithm or origin") }
    return CredentialRecord(
      id: CredentialID(try row.blob(0)), owner: AccountID(try row.text(1)).userHandle,
      publicKey: try row.blob(2), algorithm: algorithm,
      signCount: UInt32(clamping: try row.integer(4)), backupEligible: try row.flag(5),
      backedUp: try row.flag(6), userVerified: try row.flag(7),
      transports: try transports(row, 8), origin: origin)
  }

  private static func transports(_ row: SQLRow, _ column: Int) throws -> [String] {
    try row.text(column).utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }

  private static let columns = """
    SELECT id, account_id, public_key, algorithm, sign_count, backup_eligible, backed_up,
      user_verified, transports, origin FROM credentials
    """

  /// An account's credentials, oldest first; a session sees the key that is on the way in it, too.
  static func list(
    of account: AccountID, to session: SessionID?, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> CredentialList {
    let rows = try transaction.rows(
      """
      SELECT id, created_at, last_used_at, transports, backed_up, wait_id, name,
        bound_to IS NOT NULL, device_id
      FROM credentials WHERE account_id = ?
        AND (revoked_at IS NULL OR (bound_to IS NOT NULL AND bound_session = ?))
      ORDER BY created_at, id LIMIT 100
      """, [.text(account.text), .text(session?.text ?? "")])
    let seal = try transaction.seal(of: account)
    let opener = try session.flatMap {
      try transaction.row("SELECT opened_by FROM sessions WHERE id = ?", [.text($0.text)])
    }?.optionalText(0)
    return CredentialList(
      credentials: try rows.map { row in
        let wait = try Waits.running(row.optionalText(5), at: now, in: transaction)
        let id = CredentialID(try row.blob(0))
        return CredentialList.Item(
          id: id.base64URL,
          name: try row.optionalBlob(6).map { try seal.text($0, at: namePlace(id)) },
          createdAt: Timestamp(milliseconds: try row.integer(1)).rfc3339,
          lastUsedAt: try row.optionalInteger(2).map { Timestamp(milliseconds: $0).rfc3339 },
          transports: try row.text(3).split(separator: " ").map(String.init),
          isBackedUp: try row.flag(4), isWaiting: wait != nil,
          waitsUntil: wait?.endsAt?.rfc3339, isOnTheWay: try row.flag(7) ? true : nil,
          openedSession: opener == NewFactor.matter(of: id) ? true : nil,
          deviceID: try row.optionalText(8))
      })
  }
}

/// A credential as it is stored.
struct StoredCredential: Sendable {
  let record: CredentialRecord
  /// The device that it was registered from, where it was one.
  let deviceID: DeviceID?
  /// True if codes of its account were refused since the last right ones.
  let hasCodeFailures: Bool
  /// The refused attempts of the session that checks it.
  let refusalsInSession: Int64
}

/// The credentials to revoke.
public typealias CredentialSelection = RevocationSelection<CredentialID>

extension CredentialID: Revocable {
  static var revocation: String { "revokeCredentials" }
  static var revocationEvent: String { "credentials_revoked" }
  /// The account has no such credential.
  static var unknown: Refusal {
    Refusal(
      .notFound, "the account has no such credential; list them with GET /biometric/credentials")
  }
  var stored: SQLValue { .blob(bytes) }

  static func change(of selection: CredentialSelection) -> FactorChange {
    switch selection {
    case .one(let id): .removePasskey(id)
    case .others(let kept): .keepOnlyPasskey(kept)
    case .all: .removeAllPasskeys
    }
  }

  static func all(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [CredentialID] {
    try Credentials.all(of: account, in: transaction).map(\.id)
  }

  func factor(in transaction: any ReadTransaction) throws -> AccountFactor? {
    .passkey(self, isBackedUp: nil)
  }

  func factors(in transaction: any ReadTransaction) throws -> [AccountFactor] {
    [.passkey(self, isBackedUp: nil)]
  }

  func revoke(
    of account: AccountID, by revoker: Revoker, with audit: AuditTrail, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    let device = try Credentials.device(of: self, in: transaction)
    try transaction.execute(
      "UPDATE credentials SET revoked_at = ? WHERE id = ?",
      [.integer(now.milliseconds), stored])
    try Accounts.noteGone(
      factors(in: transaction), of: account, from: device, sparing: revoker.session, at: now,
      in: transaction)
    try audit.append(
      AuditEvent(
        "credential_revoked", subject: account,
        revoker.details(["credential": .string(base64URL)])),
      at: now, in: transaction)
    try Outbox.put(
      notice: .credentialRevoked, to: account, id: base64URL, at: now, in: transaction)
  }
}
