import WebAuthnModel
public import WireModel

extension Service {
  /// Revokes devices, each with its PIN, its credentials and its sessions.
  ///
  /// A proof by a factor may come along; without one, the session must have proved one lately,
  /// where the account ever had one.
  public func revokeDevices(
    _ selection: RevocationSelection<DeviceID>, _ request: RevocationRequest = RevocationRequest(),
    idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    try await revoke(selection, request, idempotencyKey, session)
  }

  /// Revokes one device, and tells of it.
  func revoke(
    _ id: DeviceID, of accountID: AccountID, by revoker: Revoker, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try Devices.revoke(id, at: now, in: transaction)
    try Self.voidEntitlements(of: accountID, sparing: revoker.session, in: transaction)
    try audit.append(
      AuditEvent(
        "device_revoked", subject: accountID, revoker.details(["device": .string(id.text)])),
      at: now, in: transaction)
    try Outbox.put(
      notice: .deviceRevoked, to: accountID, id: id.text, at: now, in: transaction)
  }
}

extension Identifier: Revocable where Kind == DeviceKind {
  static var revocation: String { "revokeDevices" }
  static var revocationEvent: String { "devices_revoked" }
  static var unknown: Refusal { .deviceUnknown }
  var stored: SQLValue { .text(text) }

  static func all(
    of account: AccountID, in transaction: any ReadTransaction
  ) throws -> [DeviceID] {
    try Devices.of(account, in: transaction).map(\.id)
  }

  func revoke(
    of account: AccountID, by revoker: Revoker, with service: Service, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try service.revoke(self, of: account, by: revoker, at: now, in: transaction)
  }
}
