import WebAuthnModel
public import WireModel

extension Service {
  /// The account's devices, oldest first.
  public func listDevices(_ session: AuthenticatedSession) async throws -> DeviceList {
    try await store.read {
      try Self.deviceList(of: session.accountID, from: session.deviceID, in: $0)
    }
  }

  /// An account's devices, as one of them sees the list, or a screen that is none.
  static func deviceList(
    of account: AccountID, from current: DeviceID?, in transaction: any ReadTransaction
  ) throws -> DeviceList {
    let rows = try transaction.rows(
      """
      SELECT id, name, created_at, last_used_at, pin_generation, pin_key_id
      FROM devices WHERE account_id = ? AND revoked_at IS NULL
      ORDER BY created_at, id LIMIT 100
      """, [.text(account.text)])
    return DeviceList(
      devices: try rows.map { row in
        DeviceList.Item(
          id: try row.text(0), name: try row.text(1),
          createdAt: Timestamp(milliseconds: try row.integer(2)).rfc3339,
          lastUsedAt: try row.optionalInteger(3).map { Timestamp(milliseconds: $0).rfc3339 },
          isCurrent: try row.text(0) == current?.text, pinGeneration: try row.integer(4),
          pinKeyID: try row.optionalBlob(5).map(Base64URL.encode))
      })
  }
}
