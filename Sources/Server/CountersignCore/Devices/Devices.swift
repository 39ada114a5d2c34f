import RelyingParty
import WebAuthnModel
import WireModel

/// The devices of accounts, as rows.
enum Devices {
  /// The device with an id, unless it was revoked.
  static func find(
    _ id: DeviceID, in transaction: any ReadTransaction
  ) throws -> DeviceRecord? {
    try transaction.row("\(columns) WHERE id = ? AND revoked_at IS NULL", [.text(id.text)])
      .map(record)
  }

  /// The account's devices, oldest first.
  static func of(
    _ account: AccountID, in transaction: any ReadTransaction
  ) throws -> [DeviceRecord] {
    try transaction.rows(
      "\(columns) WHERE account_id = ? AND revoked_at IS NULL ORDER BY created_at, id",
      [.text(account.text)]
    ).map(record)
  }

  /// Refuses a device whose id was ever taken.
  static func requireNew(_ id: DeviceID, in transaction: any ReadTransaction) throws {
    let taken = try transaction.row("SELECT 1 FROM devices WHERE id = ?", [.text(id.text)])
    guard taken == nil else {
      throw Refusal(.deviceExists, "a device has that id; draw a new one, and new keys")
    }
  }

  /// Stores a new device: its PIN, where it has one, is of generation 1 and ends the account's PIN
  /// in the seed's form.
  ///
  /// - Throws: `device_exists` where the id was ever taken.
  static func insert(
    _ device: VerifiedDevice, of account: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try requireNew(device.id, in: transaction)
    try transaction.execute(
      """
      INSERT INTO devices (id, account_id, name, public_key, pin_key, pin_generation, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(device.id.text), .text(account.text), .text(device.name), .blob(device.key.encoded),
        SQLValue(device.pinKey?.encoded), .integer(device.pinKey == nil ? 0 : 1),
        .integer(now.milliseconds),
      ])
    if device.pinKey != nil { try endSeedPIN(of: account, in: transaction) }
  }

  /// Removes the account's PIN in the seed's form: an account has one on its devices or that one,
  /// never both.
  static func endSeedPIN(
    of account: AccountID, in transaction: any WriteTransaction
  ) throws {
    try transaction.execute("DELETE FROM pins WHERE account_id = ?", [.text(account.text)])
    try Attempts.clear(.pin(account), in: transaction)
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

  private static func record(_ row: SQLRow) throws -> DeviceRecord {
    DeviceRecord(
      id: DeviceID(try row.text(0)), accountID: AccountID(try row.text(1)), name: try row.text(2),
      publicKey: try row.blob(3), pinKey: try row.optionalBlob(4),
      pinGeneration: try row.integer(5))
  }

  private static let columns =
    "SELECT id, account_id, name, public_key, pin_key, pin_generation FROM devices"
}

extension Refusal {
  /// No such device of this account, or one that was revoked.
  static let deviceUnknown = Refusal(
    .deviceUnknown, "the account has no such device; register this one again")
}
