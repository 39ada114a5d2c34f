import WebAuthnModel
public import WireModel

/// Which devices to revoke.
public enum DeviceSelection: Sendable, Hashable {
  /// One.
  case one(DeviceID)
  /// All but one, which must be the account's own: a missing id never turns into "all".
  case others(keeping: DeviceID)
  /// All.
  case all

  /// What tells one selection from another.
  var values: [SQLValue] {
    switch self {
    case .one(let id): ["one", .text(id.text)]
    case .others(let kept): ["others", .text(kept.text)]
    case .all: ["all", nil]
    }
  }
}

extension Service {
  /// Revokes devices, each with its PIN, its credentials and its sessions.
  ///
  /// A proof by a factor may come along; without one, the session must have proved one lately,
  /// where the account ever had one.
  public func revokeDevices(
    _ selection: DeviceSelection, _ request: RevocationRequest = RevocationRequest(),
    idempotencyKey: IdempotencyKey? = nil, session: AuthenticatedSession
  ) async throws -> Decision<RevocationAnswer> {
    let operation = factorOperation(
      "revokeDevices", selection.values, idempotencyKey, session)
    return try await decision {
      if let first = try await store.read({ try earlierAnswer(to: operation, in: $0) }) {
        return try RevocationAnswer(json: first)
      }
      // A selection that means nothing costs no attempt at the PIN.
      _ = try await store.read { transaction in
        try Self.devices(selection, of: session.accountID, in: transaction)
      }
      let proved = try await proveFactor(request.proof, session: session)
      let now = clock.now()
      let answer = try await command { transaction in
        guard try Self.isOpen(session, in: transaction) else { throw Refusal.noSession }
        if let first = try earlierAnswer(to: operation, proved, in: transaction) {
          return try RevocationAnswer(json: first)
        }
        let chosen = try Self.devices(selection, of: session.accountID, in: transaction)
        if let proved {
          try use(proved, session: session, on: operation, at: now, in: transaction)
        } else if try Self.hadFactor(session.accountID, in: transaction) {
          try requireFreshProof(in: session, at: now, in: transaction)
        }
        for id in chosen {
          try revoke(id, of: session.accountID, at: now, in: transaction)
        }
        let answer = RevocationAnswer(revoked: Int64(chosen.count))
        try insert(operation, proved, answer: answer.json, at: now, in: transaction)
        return answer
      }.get()
      outboxBell.ring()
      return answer
    }
  }

  /// Revokes one device, and tells of it.
  func revoke(
    _ id: DeviceID, of accountID: AccountID, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws {
    try Devices.revoke(id, at: now, in: transaction)
    try Self.voidEntitlements(of: accountID, in: transaction)
    try audit.append(
      AuditEvent("device_revoked", subject: accountID, ["device": .string(id.text)]), at: now,
      in: transaction)
    try Outbox.put(
      notice: .deviceRevoked, to: accountID, id: id.text, at: now, in: transaction)
  }

  /// Which devices a selection means.
  private static func devices(
    _ selection: DeviceSelection, of accountID: AccountID, in transaction: any ReadTransaction
  ) throws -> [DeviceID] {
    let all = try Devices.of(accountID, in: transaction).map(\.id)
    switch selection {
    case .one(let id):
      guard all.contains(id) else { throw Refusal.deviceUnknown }
      return [id]
    case .others(let kept):
      guard all.contains(kept) else { throw Refusal.deviceUnknown }
      return all.filter { $0 != kept }
    case .all: return all
    }
  }
}
