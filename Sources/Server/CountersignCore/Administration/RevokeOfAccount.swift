import WebAuthnModel
public import WireModel

extension Service {
  /// Revokes a device or a credential of an account, ends its sessions, or takes all it has: by an
  /// administrator, who knows who asks.
  ///
  /// An account whose factors are all revoked is nobody's by a mailed code: the person comes back
  /// by an administrator's link, or by a recovery begun after this. One that was under way is
  /// cancelled: whoever made this necessary may have begun it.
  ///
  /// - Parameters:
  ///   - request: Whose account, and what of it.
  ///   - idempotencyKey: The host's name for this revocation, where it gave one.
  ///   - host: The service key of the administration.
  /// - Returns: How many devices, credentials and sessions were revoked; or `not_found` where there
  ///   is no such account or credential, `device_unknown` where it has no such device.
  /// - Throws: ``StoreError``.
  public func revoke(
    _ request: AccountRevocationRequest, idempotencyKey: IdempotencyKey? = nil,
    host: AuthenticatedServiceKey
  ) async throws -> Decision<ActionResponse<RevocationAnswer>> {
    let now = clock.now()
    let key = idempotencyKey?.of(host)
    let operationID = StoredOperationID.new("op_", at: now, random)
    let bodyHash = BodyHash.of("revokeOfAccount", [.blob(request.json.serialized())])
    let decision = try await command { transaction -> ActionResponse<RevocationAnswer> in
      let earlier = try Operations.earlier(ofHost: key, bodyHash: bodyHash, in: transaction)
      if let earlier {
        let first = try Operations.stored(earlier, in: transaction).requireAnswer()
        return ActionResponse(answer: try RevocationAnswer(json: first), isReplayed: true)
      }
      let account = try Self.account(request.account, in: transaction).id
      let count =
        switch request.matter {
        case .device(let id):
          try revoke(one: DeviceID(id), of: account, host, at: now, in: transaction)
        case .credential(let id):
          try revoke(one: CredentialID(id), of: account, host, at: now, in: transaction)
        case .all(let kind): try revoke(all: kind, of: account, host, at: now, in: transaction)
        }
      let answer = RevocationAnswer(revoked: Int64(count))
      if let key {
        try Operations.insert(
          NewOperation(
            id: operationID, accountID: account, scenario: .manageFactors, idempotencyKey: key,
            bodyHash: bodyHash, proofKind: "none", answer: answer.json, at: now),
          in: transaction)
      }
      return ActionResponse(answer: answer, isReplayed: false)
    }
    outboxBell.ring()
    return decision
  }

  private func revoke<ID: Revocable>(
    one id: ID, of account: AccountID, _ host: AuthenticatedServiceKey, at now: Timestamp,
    in transaction: any WriteTransaction
  ) throws -> Int {
    guard try ID.all(of: account, in: transaction).contains(id) else { throw ID.unknown }
    try id.revoke(
      of: account, by: .administration(host.id), with: self, at: now, in: transaction)
    return 1
  }

  private func revoke(
    all kind: AccountRevocationRequest.Kind, of account: AccountID,
    _ host: AuthenticatedServiceKey, at now: Timestamp, in transaction: any WriteTransaction
  ) throws -> Int {
    let event: String
    let notice: Message.Notice
    let count: Int
    var details: JSONObject = ["key": .string(host.id.text)]
    // Read before the number goes: it may be all that the person still reads.
    let phone = try phoneTold(of: account, in: transaction)
    switch kind {
    case .sessions:
      (event, notice) = ("sessions_ended", .sessionsEnded)
      count = try Self.endSessions(of: account, sparing: nil, at: now, in: transaction)
    case .factors:
      (event, notice) = ("factors_revoked", .factorsRevoked)
      count = try Self.revokeFactors(of: account, sparing: nil, at: now, in: transaction)
      details["recoveryCancelled"] = .bool(
        try withdrawRecovery(of: account, at: now, in: transaction))
      // Else the next mailed code would set the first factor of an account that never had one.
      try noteFactor(account, at: now, in: transaction)
    }
    details["count"] = .integer(Int64(count))
    try audit.append(AuditEvent(event, subject: account, details), at: now, in: transaction)
    try tell(notice, to: account, phone: phone, at: now, in: transaction)
    return count
  }
}
