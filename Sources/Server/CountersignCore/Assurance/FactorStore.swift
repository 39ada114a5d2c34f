import RelyingParty
import WebAuthnModel
import WireModel

/// A factor that is about to be stored.
enum NewFactor: Sendable {
  /// A passkey, with the device that it was registered from where there is one.
  case passkey(CredentialRecord, from: DeviceID?)
  /// A device, with its PIN where it has one.
  case device(VerifiedDevice)
  /// The next PIN of a device.
  case devicePIN(DeviceKey, generation: Int64, keyID: [UInt8], of: DeviceID)
  /// The PIN that the server verifies.
  case pin(PINHashing.Stored)
  /// An authenticator app, its secret sealed, and the step whose code confirmed it.
  case authenticatorApp(sealed: [UInt8], usedStep: Int64)

  /// The factor's name among those of its account.
  fileprivate var matter: String {
    switch self {
    case .passkey(let record, from: _): "passkey:\(record.id.base64URL)"
    case .device(let device): "device:\(device.id.text)"
    case .devicePIN(_, let generation, keyID: _, let id): "pin:\(id.text):\(generation)"
    case .pin: "pin"
    case .authenticatorApp: "authenticatorApp"
    }
  }

  /// The level that the making of it proves, and the methods (RFC 8176).
  fileprivate var proved: (level: AssuranceLevel, methods: [String]) {
    switch self {
    case .passkey: (.strong, AssertionVerifier.methods)
    case .device, .devicePIN: (.strong, KeyProof.pinMethods)
    case .pin: (.weak, ["pin"])
    case .authenticatorApp: (.weak, ["otp"])
    }
  }

  /// True if it is a factor: a device without a PIN only logs itself in.
  fileprivate var isFactor: Bool {
    if case .device(let device) = self { device.pinKey != nil } else { true }
  }
}

/// The account of a new factor, and its ground.
struct Enrolment: Sendable {
  let account: AccountID
  let ground: Ground
  /// The session that stores it; nil for a link's.
  let session: SessionID?
  /// The path in front of the page at which the person can stop it.
  let page: PathPrefix
  /// True if whoever opened a page's link stores it: then the link's maker says whose it is.
  var isOfLink = false
  /// The wait of the factors that were stored with it before: they have one together.
  var wait: WaitID?

  /// The target of a notice's link.
  func stop(_ id: String) -> StopTarget { StopTarget(id: id, page: page) }
}

/// Stores factors, each with its ground: nothing else gives an account one.
///
/// What is stored waits as its ground says, and the person is told with what stops it.
final class FactorStore: Sendable {
  private let accounts: Accounts
  private let policy: ServicePolicy

  init(accounts: Accounts, policy: ServicePolicy) {
    self.accounts = accounts
    self.policy = policy
  }

  /// Stores a factor of an account.
  ///
  /// - Parameters:
  ///   - factor: The factor.
  ///   - enrolment: Whose, on what ground, and in which session.
  ///   - now: The present moment.
  ///   - transaction: The transaction of its entitlement.
  /// - Returns: What it waits for; nil where it has the level of its kind at once.
  /// - Throws: ``StoreError``.
  @discardableResult
  func store(
    _ factor: NewFactor, _ enrolment: Enrolment, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws -> WaitID? {
    let (account, ground) = (enrolment.account, enrolment.ground)
    guard policy.weakFactors == .wait || factor.proved.level >= .strong || ground == .oldPIN else {
      throw Refusal.strongFactorRequired
    }
    let keepsLevel = ground == .oldPIN
    let wait =
      keepsLevel || !factor.isFactor
      ? nil
      : try enrolment.wait
        ?? putWait(factor, account, ground, enrolment.isOfLink, at: now, transaction)
    try insert(factor, account, ground, wait, keepsLevel, at: now, transaction)
    if factor.isFactor {
      try accounts.noteFactor(account, in: enrolment.session, at: now, transaction)
      try raise(enrolment, by: factor, isWaiting: wait != nil, at: now, transaction)
    }
    if ground == .recovery, let wait, enrolment.wait == nil {
      try Outbox.put(
        notice: .recovered, to: account, id: wait.text, stop: enrolment.stop(wait.text), at: now,
        in: transaction)
    }
    return wait
  }

  /// Raises the session that stores an account's first factor: nobody else has the account yet, and
  /// the factor was proved as it was made.
  private func raise(
    _ enrolment: Enrolment, by factor: NewFactor, isWaiting: Bool, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws {
    guard let session = enrolment.session,
      [.first, .host, .recovery].contains(enrolment.ground)
    else { return }
    let (level, methods) = factor.proved
    try transaction.execute(
      "UPDATE sessions SET level = ?, methods = ?, proved_at = ? WHERE id = ? AND level < ?",
      [
        .integer((isWaiting ? min(level, .weak) : level).rawValue),
        .text(methods.joined(separator: " ")), .integer(now.milliseconds), .text(session.text),
        .integer(level.rawValue),
      ])
  }

  /// Begins what the ground has the factor wait for.
  private func putWait(
    _ factor: NewFactor, _ account: AccountID, _ ground: Ground, _ isOfLink: Bool,
    at now: Timestamp, _ transaction: any WriteTransaction
  ) throws -> WaitID? {
    var reason: Wait.Reason?
    var seconds: Int64 = 0
    switch ground {
    case .adopted, .withFirst, .strongProof, .oldPIN, .host: break
    case .first where policy.firstFactor != .waits: break
    case .first, .weakProof:
      reason = .announced
      seconds = try weakSeconds(account, at: now, in: transaction)
    case .recovery: (reason, seconds) = (.recovered, policy.recovery.limitSeconds)
    case .administrator: (reason, seconds) = (.administrator, policy.recovery.limitSeconds)
    }
    // What completes a recovery can be undone, whoever opened the link.
    if isOfLink, reason != .recovered { reason = .maker }
    guard let reason else { return nil }
    let id = try Waits.nextID(of: account, for: factor.matter, at: now, in: transaction)
    try Waits.insert(
      id, reason, of: account, seconds: seconds,
      beginsAtOnce: !isOfLink && (reason == .recovered || reason == .administrator), at: now,
      in: transaction)
    return id
  }

  /// The wait of a factor that a weak proof added, in seconds: longer if only the mailbox is told.
  private func weakSeconds(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Int64 {
    try Notices.reachesMore(than: account, policy, at: now, in: transaction)
      ? policy.weakFactorSeconds : policy.weakFactorSecondsByMailAlone
  }

  private func insert(
    _ factor: NewFactor, _ account: AccountID, _ ground: Ground, _ wait: WaitID?,
    _ keepsLevel: Bool, at now: Timestamp, _ transaction: any WriteTransaction
  ) throws {
    switch factor {
    case .passkey(let record, from: let device):
      try insert(record, account, device, ground, wait, at: now, transaction)
    case .device(let device):
      try insert(device, account, ground, wait, at: now, transaction)
    case .devicePIN(let key, let generation, let keyID, let id):
      try transaction.execute(
        """
        UPDATE devices SET pin_key = ?, pin_generation = ?, pin_key_id = ?\(
          keepsLevel ? "" : ", ground = ?, wait_id = ?, pin_set_at = ?") WHERE id = ?
        """,
        [.blob(key.encoded), .integer(generation), .blob(keyID)]
          + (keepsLevel
            ? []
            : [.text(ground.rawValue), SQLValue(wait?.text), .integer(now.milliseconds)])
          + [.text(id.text)])
    case .pin(let pin):
      try transaction.execute(
        """
        INSERT INTO pins (account_id, salt, hash, rounds, pepper, ground, wait_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET salt = excluded.salt, hash = excluded.hash,
          rounds = excluded.rounds, pepper = excluded.pepper
        """,
        [
          .text(account.text), .blob(pin.salt), .blob(pin.hash), SQLValue(pin.rounds),
          .integer(Int64(pin.pepper)), .text(ground.rawValue), SQLValue(wait?.text),
        ])
    case .authenticatorApp(let sealed, let step):
      try transaction.execute(
        """
        INSERT INTO authenticator_apps
          (account_id, secret, confirmed_at, last_step, ground, wait_id)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret,
          confirmed_at = excluded.confirmed_at, last_step = excluded.last_step,
          ground = excluded.ground, wait_id = excluded.wait_id, new_secret = NULL, new_at = NULL,
          new_grant_id = NULL, new_ground = NULL
        """,
        [
          .text(account.text), .blob(sealed), .integer(now.milliseconds), .integer(step),
          .text(ground.rawValue), SQLValue(wait?.text),
        ])
    }
  }

  /// Puts another hash of the same PIN in the place of a stored one, unless that is gone by now.
  static func renew(
    _ stored: PINHashing.Stored, of account: AccountID, by renewed: PINHashing.Stored,
    in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE pins SET salt = ?, hash = ?, rounds = ?, pepper = ? WHERE account_id = ? AND hash = ?
      """,
      [
        .blob(renewed.salt), .blob(renewed.hash), SQLValue(renewed.rounds),
        .integer(Int64(renewed.pepper)), .text(account.text), .blob(stored.hash),
      ])
  }

  private func insert(
    _ record: CredentialRecord, _ account: AccountID, _ device: DeviceID?, _ ground: Ground,
    _ wait: WaitID?, at now: Timestamp, _ transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO credentials (id, account_id, public_key, algorithm, sign_count, backup_eligible,
        backed_up, user_verified, transports, origin, created_at, device_id, ground, wait_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .blob(record.id.bytes), .text(account.text), .blob(record.publicKey),
        .integer(record.algorithm.rawValue), .integer(Int64(record.signCount)),
        SQLValue(record.backupEligible), SQLValue(record.backedUp),
        SQLValue(record.userVerified),
        .text(record.transports.joined(separator: " ")), .text(record.origin.text),
        .integer(now.milliseconds), SQLValue(device?.text), .text(ground.rawValue),
        SQLValue(wait?.text),
      ])
  }

  /// A device's first PIN is of generation 1.
  private func insert(
    _ device: VerifiedDevice, _ account: AccountID, _ ground: Ground, _ wait: WaitID?,
    at now: Timestamp, _ transaction: any WriteTransaction
  ) throws {
    try Devices.requireNew(device.id, in: transaction)
    try transaction.execute(
      """
      INSERT INTO devices (id, account_id, name, public_key, pin_key, pin_generation, created_at,
        ground, wait_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(device.id.text), .text(account.text),
        try transaction.seal(of: account).seal(device.name, at: Devices.namePlace(device.id)),
        .blob(device.key.encoded), SQLValue(device.pinKey?.encoded),
        .integer(device.pinKey == nil ? 0 : 1),
        .integer(now.milliseconds), .text(ground.rawValue), SQLValue(wait?.text),
      ])
  }
}
