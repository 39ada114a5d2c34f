import WebAuthnModel
import WireModel

/// The row of a passkey that is not revoked, or that is on the way to one document, as far as a
/// proof rests on it.
struct PasskeyRow: Sendable {
  let signCount: UInt32
  let isBackupEligible: Bool
  /// True if it was copied to the person's other devices when it signed last.
  let isBackedUp: Bool
  /// The id of the wait that keeps it weak; nil where there is none.
  let wait: String?
  /// The one document that it may approve before it is a factor; nil for a factor.
  let errand: KeyErrand?
  /// The device whose app alone has it; nil for any other passkey.
  let device: DeviceID?

  /// The query for the row.
  static func query(of id: CredentialID, of account: AccountID) -> SQLStatement {
    SQLStatement(
      """
      SELECT sign_count, backup_eligible, backed_up, wait_id, bound_to, bound_session,
        CASE WHEN \(Credentials.isDeviceKey) THEN device_id END
      FROM credentials
      WHERE id = ? AND account_id = ? AND (revoked_at IS NULL OR bound_to IS NOT NULL)
      """, [.blob(id.bytes), .text(account.text)])
  }

  /// The row of an account's passkey; nil where it is revoked, or another's.
  static func find(
    _ id: CredentialID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> PasskeyRow? {
    guard let row = try transaction.row(query(of: id, of: account)) else { return nil }
    return PasskeyRow(
      signCount: UInt32(clamping: try row.integer(0)), isBackupEligible: try row.flag(1),
      isBackedUp: try row.flag(2), wait: try row.optionalText(3),
      errand: try KeyErrand(row, from: 4),
      device: try row.optionalText(6).map { DeviceID($0) })
  }
}

/// The one document that a passkey was made for, on the way to it, and the session of that flow.
struct KeyErrand: Sendable {
  /// A keyed hash of the document's values.
  let binding: [UInt8]
  let session: SessionID

  /// The document that a code named, in the session that gave the code.
  init(binding: [UInt8], session: SessionID) {
    (self.binding, self.session) = (binding, session)
  }

  /// The errand to a document of an account.
  init(
    to document: ActionDocument, of account: AccountID, in session: SessionID,
    _ transaction: any ReadTransaction
  ) throws {
    self.init(
      binding: try transaction.seal(of: account).hash(document.codeBinding), session: session)
  }

  /// Reads `bound_to` and `bound_session`; nil for a key that is on the way to nothing.
  init?(_ row: SQLRow, from column: Int) throws {
    guard let binding = try row.optionalBlob(column) else { return nil }
    self.init(binding: binding, session: SessionID(try row.text(column + 1)))
  }

  /// Tells if it is the errand to a document, and that document is proved in the right session.
  func leads(
    to document: ActionDocument, of account: AccountID, in session: SessionID?,
    _ transaction: any ReadTransaction
  ) throws -> Bool {
    guard let session, session == self.session else { return false }
    return try KeyErrand(to: document, of: account, in: session, transaction).binding == binding
  }

  /// The nonce of a challenge for the errand's document, from its first half, which is random.
  ///
  /// By the nonce such a challenge is known again where the document is not at hand.
  func nonce(
    from start: [UInt8], of account: AccountID, _ transaction: any ReadTransaction
  ) throws -> [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/errand-nonce/v1")
    form.append(bytes: binding)
    form.append(bytes: start)
    return start + (try transaction.seal(of: account).hash(form.bytes).prefix(start.count))
  }

  /// Tells if a challenge with this nonce was made for the errand's document.
  func isMade(
    _ nonce: [UInt8], of account: AccountID, _ transaction: any ReadTransaction
  ) throws -> Bool {
    let start = Array(nonce.prefix(Self.startBytes))
    return try nonce == self.nonce(from: start, of: account, transaction)
  }

  /// The number of random bytes in such a nonce: half of it.
  static let startBytes = 8
}

/// The row of a device that is not revoked, as far as a proof rests on it.
struct DeviceRow: Sendable {
  /// The generation of the PIN key that holds now.
  let pinGeneration: Int64
  let hasPIN: Bool
  /// The id of the wait that keeps it weak; nil where there is none.
  let wait: String?

  /// The query for the row.
  static func query(of id: DeviceID, of account: AccountID) -> SQLStatement {
    SQLStatement(
      """
      SELECT pin_generation, pin_key IS NOT NULL, wait_id FROM devices
      WHERE id = ? AND account_id = ? AND revoked_at IS NULL
      """, [.text(id.text), .text(account.text)])
  }

  /// The row of an account's device; nil where it is revoked, or another's.
  static func find(
    _ id: DeviceID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> DeviceRow? {
    guard let row = try transaction.row(query(of: id, of: account)) else { return nil }
    return DeviceRow(
      pinGeneration: try row.integer(0), hasPIN: try row.flag(1), wait: try row.optionalText(2))
  }
}

extension AccountFactor {
  /// The query for the row on which its worth rests.
  func query(of account: AccountID) -> SQLStatement {
    switch self {
    case .passkey(let id, isBackedUp: _): PasskeyRow.query(of: id, of: account)
    case .devicePIN(let id): DeviceRow.query(of: id, of: account)
    case .pin: PINVerifier.waitQuery(of: account)
    case .codes: Codes.waitQuery(of: account)
    }
  }
}
