import WebAuthnModel
import WireModel

/// The row of a passkey that is not revoked, as far as a proof rests on it.
struct PasskeyRow: Sendable {
  let signCount: UInt32
  let isBackupEligible: Bool
  /// True if it is copied to the person's other devices.
  let isBackedUp: Bool
  /// The id of the wait that keeps it weak; nil where there is none.
  let wait: String?

  /// The query for the row.
  static func query(of id: CredentialID, of account: AccountID) -> SQLStatement {
    SQLStatement(
      """
      SELECT sign_count, backup_eligible, backed_up, wait_id FROM credentials
      WHERE id = ? AND account_id = ? AND revoked_at IS NULL
      """, [.blob(id.bytes), .text(account.text)])
  }

  /// The row of an account's passkey; nil where it is revoked, or another's.
  static func find(
    _ id: CredentialID, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> PasskeyRow? {
    guard let row = try transaction.row(query(of: id, of: account)) else { return nil }
    return PasskeyRow(
      signCount: UInt32(clamping: try row.integer(0)), isBackupEligible: try row.flag(1),
      isBackedUp: try row.flag(2), wait: try row.optionalText(3))
  }
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

extension ProvingFactor {
  /// The query for the row of the key that proves it; nil where no key does.
  func query(of account: AccountID) -> SQLStatement? {
    switch self {
    case .passkey(let id): PasskeyRow.query(of: id, of: account)
    case .devicePIN(let id): DeviceRow.query(of: id, of: account)
    case .pin, .codes, .none: nil
    }
  }
}
