import WebAuthnModel
public import WireModel

extension Service {
  /// What became of an operation, asked for by the challenge's id (base64url) or the idempotency
  /// key.
  ///
  /// - Returns: The operation as it stands now, or `not_found` where this account has none by that
  ///   name: then nothing was executed, and the same request may be sent again.
  public func operation(
    _ name: String, session: AuthenticatedSession
  ) async throws -> Decision<OperationAnswer> {
    try await decision {
      let now = clock.now()
      return try await store.read { transaction -> Decision<OperationAnswer> in
        guard let row = try stored(name, of: session.accountID, in: transaction) else {
          return .failure(
            Refusal(.notFound, "no operation by that name was executed for this account"))
        }
        let operation = try Operations.stored(StoredOperationID(try row.text(0)), in: transaction)
        let context = ReadingContext(
          transaction: transaction, caller: .session(session), now: now)
        return .success(
          OperationAnswer(
            operationID: operation.id.text, scenario: operation.scenario,
            result: try registry.outcome(of: operation, in: context)))
      }.get()
    }
  }

  private func stored(
    _ name: String, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> SQLRow? {
    let columns = "SELECT id FROM operations"
    let byKey = try transaction.row(
      "\(columns) WHERE account_id = ? AND idempotency_key = ?",
      [.text(account.text), .text(name)])
    guard byKey == nil, let challengeID = Base64URL.decode(name) else { return byKey }
    return try transaction.row(
      "\(columns) WHERE challenge_id = ? AND account_id = ?",
      [.blob(challengeID), .text(account.text)])
  }
}
