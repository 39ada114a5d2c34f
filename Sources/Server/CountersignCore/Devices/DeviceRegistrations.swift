import WebAuthnModel
import WireModel

/// Stores new devices, and tells their people.
final class DeviceRegistrations: Sendable {
  private let accounts: Accounts
  private let recoveries: Recoveries
  private let audit: AuditTrail
  private let devicesPerAccount: Int

  init(accounts: Accounts, recoveries: Recoveries, audit: AuditTrail, devicesPerAccount: Int) {
    self.accounts = accounts
    self.recoveries = recoveries
    self.audit = audit
    self.devicesPerAccount = devicesPerAccount
  }

  /// Stores a new device, which becomes that of a session.
  func store(
    _ device: VerifiedDevice, of session: AuthenticatedSession, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try store(device, of: session.accountID, at: now, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET device_id = ? WHERE id = ?",
      [.text(device.id.text), .text(session.id.text)])
    guard device.pinKey != nil else { return }
    try Sessions.noteProof(
      by: KeyProof.pinMethods, in: session.id, at: now, in: transaction)
  }

  /// Stores a new device, and tells of it.
  func store(
    _ device: VerifiedDevice, of accountID: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try Devices.insert(device, of: accountID, at: now, in: transaction)
    // A device without a PIN is no factor: it only logs itself in.
    if device.pinKey != nil { try accounts.noteFactor(accountID, at: now, in: transaction) }
    let details: JSONObject = [
      "device": .string(device.id.text), "pin": .bool(device.pinKey != nil),
    ]
    try audit.append(
      AuditEvent("device_added", subject: accountID, details), at: now, in: transaction)
    try Outbox.put(
      notice: .deviceAdded, to: accountID, id: device.id.text, at: now, in: transaction)
  }

  /// Refuses a further device where the account has as many as it may have.
  func requireRoom(
    forDeviceOf account: AccountID, byCode isByCode: Bool, at now: Timestamp,
    in transaction: any ReadTransaction
  ) throws {
    if try recoveries.makesRoom(byCode: isByCode, for: account, at: now, in: transaction) { return }
    let limit = devicesPerAccount
    guard try Devices.of(account, in: transaction).count < limit else {
      throw Refusal(
        .unacceptableValue,
        "the account has \(limit) devices, the most it may have; revoke one first")
    }
  }
}
