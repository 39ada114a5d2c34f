import WebAuthnModel
import WireModel

/// Stores new devices, and tells their people.
final class DeviceRegistrations: Sendable {
  private let factors: FactorStore
  private let recoveries: Recoveries
  private let audit: AuditTrail
  private let devicesPerAccount: Int

  init(factors: FactorStore, recoveries: Recoveries, audit: AuditTrail, devicesPerAccount: Int) {
    self.factors = factors
    self.recoveries = recoveries
    self.audit = audit
    self.devicesPerAccount = devicesPerAccount
  }

  /// Stores a new device, which becomes that of a session.
  func store(
    _ device: VerifiedDevice, as enrolment: Enrolment, sessionOf session: AuthenticatedSession,
    at now: Timestamp, in transaction: any WriteTransaction
  ) throws {
    try store(device, enrolment, at: now, in: transaction)
    try transaction.execute(
      "UPDATE sessions SET device_id = ? WHERE id = ?",
      [.text(device.id.text), .text(session.id.text)])
  }

  /// Stores a new device, and tells of it.
  ///
  /// - Returns: What its PIN waits for; nil where it has the level of its kind at once.
  @discardableResult
  func store(
    _ device: VerifiedDevice, _ enrolment: Enrolment, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> WaitID? {
    let accountID = enrolment.account
    let wait = try factors.store(.device(device), enrolment, at: now, transaction)
    try Devices.endPINInBody(
      of: accountID, for: device.id, sparing: enrolment.session, at: now, in: transaction)
    let details: JSONObject = [
      "device": .string(device.id.text), "pin": .bool(device.pinKey != nil),
      "ground": .string(enrolment.ground.rawValue),
    ]
    try audit.append(
      AuditEvent("device_added", subject: accountID, details), at: now, in: transaction)
    try Outbox.put(
      notice: .deviceAdded, to: accountID, id: device.id.text,
      stop: wait.map { enrolment.stop($0.text) }, at: now, in: transaction)
    return wait
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
