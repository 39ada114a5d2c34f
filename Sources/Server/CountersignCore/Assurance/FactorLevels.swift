import WebAuthnModel
import WireModel

/// A factor of an account.
enum AccountFactor: Sendable, Hashable {
  /// A passkey. Its assertion says whether it is copied to other devices; where none signed, and
  /// this is nil, its row says what the newest one said.
  case passkey(CredentialID, isBackedUp: Bool?)
  /// The PIN of a device.
  case devicePIN(DeviceID)
  /// The PIN that the server verifies.
  case pin
  /// Codes: of an authenticator app, or sent.
  case codes

  /// True if it has a row, without which it is gone.
  var hasRow: Bool {
    switch self {
    case .passkey, .devicePIN, .pin: true
    case .codes: false
    }
  }

  /// The name under which a session keeps what it rests on.
  ///
  /// A device has one name, whether its PIN or it alone let somebody in.
  var name: String {
    switch self {
    case .passkey(let id, isBackedUp: _): NewFactor.matter(of: id)
    case .devicePIN(let id): "device:\(id.text)"
    case .pin: "pin"
    case .codes: "codes"
    }
  }
}

/// The worth of a factor now, and the wait that keeps it below its kind's.
struct FactorWorth: Sendable, Hashable {
  let level: AssuranceLevel
  let wait: Wait?
  /// True for a key on the way whose wait begins once it has approved its document.
  var waitsLater = false

  /// The wait because of which the factor proves nothing at all; nil if it proves something, or is
  /// gone.
  var barrier: Wait? { level == .unproved ? wait : nil }

  /// The refusal of a document for which the factor's kind would do; nil if it does not wait.
  var refusalOfWait: Refusal? { wait.map(Refusal.waits) ?? (waitsLater ? .waitsLater : nil) }

  static let unproved = FactorWorth(level: .unproved, wait: nil)
  static let weak = FactorWorth(level: .weak, wait: nil)
  static let strong = FactorWorth(level: .strong, wait: nil)
}

/// Checks what factors are worth: the level of their kind, and one less while they wait.
final class FactorLevels: Sendable {
  private let backedUpPasskeys: AssuranceLevel
  /// The most that a key on the way is worth for its document.
  private let onTheWay: AssuranceLevel

  init(policy: ServicePolicy) {
    backedUpPasskeys = policy.backedUpPasskeys == .strong ? .strong : .weak
    onTheWay = policy.firstFactor == .waits ? .weak : .strong
  }

  /// The worth of a factor for a document of its account; none without one, and of one that is
  /// gone.
  ///
  /// - Throws: ``Refusal/keyIsOnTheWay`` for a key on the way to another document.
  func worth(
    of factor: AccountFactor?, for document: ActionDocument, in context: ReadingContext
  ) throws -> FactorWorth {
    try worth(
      of: factor, of: context.account, for: (document, context.caller.provingSession),
      at: context.now, in: context.transaction)
  }

  /// The worth of a factor of an account; none without one, and of one that is gone.
  func worth(
    of factor: AccountFactor?, of account: AccountID,
    for use: (document: ActionDocument, session: SessionID?)? = nil, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws -> FactorWorth {
    switch factor {
    case nil: return .unproved
    case .pin:
      guard let row = try transaction.row(PINVerifier.waitQuery(of: account))
      else { return .unproved }
      return try worth(.weak, row.optionalText(0), at: now, in: transaction)
    case .codes: return try worthOfCodes(of: account, at: now, in: transaction)
    case .passkey(let id, let isBackedUp):
      guard let row = try PasskeyRow.find(id, of: account, in: transaction)
      else { return .unproved }
      let kind = isBackedUp ?? row.isBackedUp ? backedUpPasskeys : .strong
      guard let errand = row.errand else {
        return try worth(kind, row.wait, at: now, in: transaction)
      }
      guard let use else { return .unproved }
      guard try errand.leads(to: use.document, of: account, in: use.session, transaction)
      else { throw Refusal.keyIsOnTheWay }
      // It waits as the first factor will that it becomes.
      return FactorWorth(
        level: min(kind, onTheWay), wait: nil, waitsLater: onTheWay < .strong)
    case .devicePIN(let id):
      // A device's PIN is copied to no other device.
      guard let row = try DeviceRow.find(id, of: account, in: transaction), row.hasPIN
      else { return .unproved }
      return try worth(.strong, row.wait, at: now, in: transaction)
    }
  }

  private func worth(
    _ kind: AssuranceLevel, _ wait: String?, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> FactorWorth {
    let running = try Waits.running(wait, at: now, in: transaction)
    return FactorWorth(level: running?.level(of: kind) ?? kind, wait: running)
  }

  /// The worth of codes: that of the authenticator app, and none before a hold is settled.
  ///
  /// Whoever reads the mailbox may have set the number to which the second code is texted.
  private func worthOfCodes(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> FactorWorth {
    let row = try transaction.row(Codes.waitQuery(of: account))
    let app = try worth(.weak, row?.optionalText(0), at: now, in: transaction)
    guard app.barrier == nil, try row?.optionalText(1) != nil,
      let hold = try Holds.find(of: account, at: now, in: transaction), !hold.isSettled
    else { return app }
    return FactorWorth(level: .unproved, wait: hold.waits.first ?? hold.wait)
  }

  /// Tells if an account has a factor that is strong now.
  func hasStrong(
    _ account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> Bool {
    try strongest(of: account, at: now, in: transaction) >= .strong
  }

  /// The level of the strongest key of an account: a passkey, or a device's PIN.
  func strongest(
    of account: AccountID, at now: Timestamp, in transaction: any ReadTransaction
  ) throws -> AssuranceLevel {
    let rows = try transaction.rows(
      """
      SELECT wait_id, backed_up FROM credentials WHERE account_id = ? AND revoked_at IS NULL
      UNION ALL SELECT wait_id, 0 FROM devices
        WHERE account_id = ? AND revoked_at IS NULL AND pin_key IS NOT NULL
      """, [.text(account.text), .text(account.text)])
    var strongest = AssuranceLevel.unproved
    for row in rows where strongest < .strong {
      let kind = try row.flag(1) ? backedUpPasskeys : .strong
      strongest = max(
        strongest, try worth(kind, row.optionalText(0), at: now, in: transaction).level)
    }
    return strongest
  }
}

/// The worth of a passkey that is copied to the person's other devices.
public enum BackedUpPasskeys: String, Sendable, Hashable, CaseIterable {
  /// As that of any other: whoever holds the account with the provider of the copies is trusted.
  case strong
  /// A weak factor: it acts on low amounts, and manages no factors beside a strong one.
  case weak
}
