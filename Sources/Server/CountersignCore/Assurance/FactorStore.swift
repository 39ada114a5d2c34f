import RelyingParty
import WebAuthnModel
import WireModel

/// Stores factors, each with its ground: nothing else gives an account one.
///
/// What is stored waits as its ground says, and the person is told with what stops it.
final class FactorStore: Sendable {
  private let accounts: Accounts
  private let holdNews: HoldNews
  private let policy: ServicePolicy

  init(accounts: Accounts, holdNews: HoldNews, policy: ServicePolicy) {
    self.accounts = accounts
    self.holdNews = holdNews
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
    // One whose place this takes is gone, and with it what it entitled to. A device whose PIN
    // changes is the same one: its sessions go on.
    if try isReplacement(factor, of: account, transaction) {
      if case .devicePIN(let device) = factor.proving {
        try Accounts.voidEntitlements(of: account, from: device, at: now, in: transaction)
      } else {
        try Accounts.noteGone(
          [factor.proving], of: account, sparing: enrolment.session, at: now, in: transaction)
      }
    }
    let wait =
      keepsLevel || !factor.isFactor
      ? nil
      : try enrolment.wait ?? putWait(factor.matter, enrolment, at: now, transaction)
    try insert(factor, account, ground, wait, keepsLevel, at: now, transaction)
    if factor.isFactor {
      try accounts.noteFactor(
        account, on: enrolment.holder(on: factor.device),
        settles: wait == nil && !keepsLevel, at: now, transaction)
      try raise(enrolment, by: factor.proving, factor.proved, wait, at: now, transaction)
    }
    if ground == .recovery, let wait, enrolment.wait == nil {
      try Outbox.put(
        notice: .recovered, to: account, id: wait.text, stop: enrolment.stop(wait.text), at: now,
        in: transaction)
    }
    return wait
  }

  /// Tells if a factor takes the place of another of the account.
  private func isReplacement(
    _ factor: NewFactor, of account: AccountID, _ transaction: any ReadTransaction
  ) throws -> Bool {
    switch factor {
    case .passkey, .device: false
    case .devicePIN(_, generation: _, keyID: _, let device):
      try DeviceRow.find(device, of: account, in: transaction)?.hasPIN ?? false
    case .pin: try transaction.row(PINVerifier.waitQuery(of: account)) != nil
    case .authenticatorApp: try AuthenticatorApps.isEnrolled(account, in: transaction)
    }
  }

  /// Raises the session that stores an account's first factor: nobody else has the account yet, and
  /// the factor was proved as it was made.
  ///
  /// A factor that proves nothing under a hold raises none.
  private func raise(
    _ enrolment: Enrolment, by factor: AccountFactor,
    _ proved: (level: AssuranceLevel, methods: [String]), _ id: WaitID?, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws {
    guard let session = enrolment.session,
      [.first, .onTheWay, .host, .recovery].contains(enrolment.ground)
    else { return }
    let wait = try Waits.running(id?.text, at: now, in: transaction)
    let level = wait?.level(of: proved.level) ?? proved.level
    guard level > .unproved else { return }
    try transaction.execute(
      """
      UPDATE sessions SET level = ?, methods = ?, proved_at = ?, raised_by = ?
      WHERE id = ? AND level < ?
      """,
      [
        .integer(level.rawValue), .text(proved.methods.joined(separator: " ")),
        .integer(now.milliseconds), SQLValue(factor.name), .text(session.text),
        .integer(level.rawValue),
      ])
  }

  /// Begins what the ground has the factor wait for.
  private func putWait(
    _ matter: String, _ enrolment: Enrolment, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws -> WaitID? {
    let (account, isOfLink) = (enrolment.account, enrolment.isOfLink)
    if let hold = try Holds.find(of: account, at: now, in: transaction) {
      if !hold.canBeEnded {
        // Nothing that is added brings back the link's power.
        try Holds.makeFinal(of: account, at: now, in: transaction)
      } else if enrolment.ground != .strongProof {
        return try putWaitUnderHold(matter, account, at: now, transaction)
      }
    }
    var reason: Wait.Reason?
    var seconds: Int64 = 0
    switch enrolment.ground {
    case .withFirst, .strongProof, .oldPIN, .host: break
    case .first, .onTheWay:
      guard policy.firstFactor == .waits else { break }
      reason = .announced
      seconds = try weakSeconds(account, at: now, in: transaction)
    case .weakProof:
      reason = .announced
      seconds = try weakSeconds(account, at: now, in: transaction)
    case .recovery: (reason, seconds) = (.recovered, policy.recovery.limitSeconds)
    case .administrator: (reason, seconds) = (.administrator, policy.recovery.limitSeconds)
    }
    // What completes a recovery can be undone, whoever opened the link.
    if isOfLink, reason != .recovered { reason = .maker }
    guard let reason else { return nil }
    let id = try Waits.nextID(of: account, for: matter, at: now, in: transaction)
    try Waits.insert(
      id, reason, of: account, seconds: seconds,
      beginsAtOnce: reason == .recovered || reason == .administrator, isUnclaimed: isOfLink,
      at: now, in: transaction)
    return id
  }

  /// Begins the wait of a factor that is added while others are on hold.
  ///
  /// It is the factor's own, and its link ends the hold.
  private func putWaitUnderHold(
    _ matter: String, _ account: AccountID, at now: Timestamp, _ transaction: any WriteTransaction
  ) throws -> WaitID {
    let id = try Waits.nextID(Holds.prefix, of: account, for: matter, at: now, in: transaction)
    try Waits.insert(
      id, .underHold, of: account, seconds: holdNews.seconds, beginsAtOnce: false, at: now,
      in: transaction)
    try holdNews.tellOthers(.factorAdded, of: account, id: id.text, at: now, in: transaction)
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

  /// Keeps a passkey that is for one document before all else, in place of an earlier one.
  ///
  /// To all else it is revoked, and it is no factor, before it has approved that document.
  func keep(
    _ record: CredentialRecord, from device: DeviceID?, for errand: KeyErrand,
    _ enrolment: Enrolment, at now: Timestamp, _ transaction: any WriteTransaction
  ) throws {
    try Self.voidKeysOnTheWay(of: enrolment.account, in: transaction)
    try insert(
      record, enrolment.account, device, enrolment.ground, nil, on: errand, at: now, transaction)
  }

  /// Makes a passkey that has approved its document the account's first factor.
  ///
  /// - Returns: What it waits for; nil where it has the level of its kind at once.
  /// - Throws: A ``Refusal`` where it is no key on the way any more, and ``StoreError``.
  func adopt(
    _ id: CredentialID, from device: DeviceID?, _ enrolment: Enrolment, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws -> WaitID? {
    let wait = try putWait(NewFactor.matter(of: id), enrolment, at: now, transaction)
    let adopted = try transaction.execute(
      """
      UPDATE credentials SET revoked_at = NULL, bound_to = NULL, bound_session = NULL, wait_id = ?
      WHERE id = ? AND account_id = ? AND bound_to IS NOT NULL
      """, [SQLValue(wait?.text), .blob(id.bytes), .text(enrolment.account.text)])
    guard adopted == 1 else { throw Refusal.verificationFailed }
    try accounts.noteFactor(
      enrolment.account, on: enrolment.holder(on: device), settles: wait == nil, at: now,
      transaction)
    try raise(
      enrolment, by: .passkey(id, isBackedUp: nil), (.strong, VerifiedProof.passkeyMethods), wait,
      at: now, transaction)
    return wait
  }

  /// Leaves the passkeys that have not approved their document revoked for good.
  static func voidKeysOnTheWay(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      UPDATE credentials SET bound_to = NULL, bound_session = NULL
      WHERE account_id = ? AND bound_to IS NOT NULL
      """, [.text(account.text)])
  }

  /// Makes a factor that is on hold count again, on the ground of the proof that keeps it.
  ///
  /// - Parameters:
  ///   - held: The factor.
  ///   - enrolment: Whose, and on what ground: a strong one, so that it waits for nothing.
  ///   - now: The present moment.
  ///   - transaction: The transaction of the proof.
  /// - Throws: ``StoreError``.
  func keep(
    _ held: HeldFactor, _ enrolment: Enrolment, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws {
    let (account, ground) = (SQLValue.text(enrolment.account.text), enrolment.ground.rawValue)
    switch held.kind {
    case .device:
      try transaction.execute(
        """
        UPDATE devices SET revoked_at = NULL, suspended_at = NULL, ground = ?, wait_id = NULL,
          pin_set_at = ? WHERE id = ? AND account_id = ?
        """, [.text(ground), .integer(now.milliseconds), .text(held.id), account])
      try Devices.endPINInBody(
        of: enrolment.account, for: DeviceID(held.id), sparing: enrolment.session, at: now,
        in: transaction)
    case .passkey:
      try transaction.execute(
        """
        UPDATE credentials SET revoked_at = NULL, suspended_at = NULL, ground = ?, wait_id = NULL
        WHERE id = ? AND account_id = ?
        """, [.text(ground), .blob(Base64URL.decode(held.id) ?? []), account])
    case .pin:
      try transaction.execute(
        """
        INSERT INTO pins (account_id, salt, hash, rounds, pepper, ground, wait_id)
          SELECT account_id, salt, hash, rounds, pepper, ?, NULL
          FROM suspended_pins WHERE account_id = ?
        """, [.text(ground), account])
      try transaction.execute("DELETE FROM suspended_pins WHERE account_id = ?", [account])
    case .authenticatorApp:
      try transaction.execute(
        """
        INSERT INTO authenticator_apps
          (account_id, secret, confirmed_at, last_step, ground, wait_id)
          SELECT account_id, secret, confirmed_at, last_step, ?, NULL
          FROM suspended_apps WHERE account_id = ?
        ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret,
          confirmed_at = excluded.confirmed_at, last_step = excluded.last_step,
          ground = excluded.ground, wait_id = NULL, new_secret = NULL, new_at = NULL,
          new_grant_id = NULL, new_ground = NULL
        """, [.text(ground), account])
      try transaction.execute("DELETE FROM suspended_apps WHERE account_id = ?", [account])
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
    _ wait: WaitID?, on errand: KeyErrand? = nil, at now: Timestamp,
    _ transaction: any WriteTransaction
  ) throws {
    try transaction.execute(
      """
      INSERT INTO credentials (id, account_id, public_key, algorithm, sign_count, backup_eligible,
        backed_up, user_verified, transports, origin, created_at, device_id, ground, wait_id,
        revoked_at, bound_to, bound_session)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .blob(record.id.bytes), .text(account.text), .blob(record.publicKey),
        .integer(record.algorithm.rawValue), .integer(Int64(record.signCount)),
        SQLValue(record.backupEligible), SQLValue(record.backedUp),
        SQLValue(record.userVerified),
        .text(record.transports.joined(separator: " ")), .text(record.origin.text),
        .integer(now.milliseconds), SQLValue(device?.text), .text(ground.rawValue),
        SQLValue(wait?.text), SQLValue(errand.map { _ in now.milliseconds }),
        SQLValue(errand?.binding), SQLValue(errand?.session.text),
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
