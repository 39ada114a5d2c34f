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
        let id = OperationID(try row.text(0))
        let scenario = ScenarioName(try row.text(1))
        let result: OperationAnswer.Result
        switch scenario {
        case .topUp:
          result = .topUp(try topUpAnswer(id, of: session.accountID, in: transaction))
        case .authorizeTransaction:
          let review = ReviewID(try row.text(2))
          let record = try ReviewRecords.find(review, of: session.accountID, in: transaction)
          result = .transaction(record.answer(at: now))
        // Of factors, or of a host's own scenario, which may be configured no more.
        default: result = .accomplished
        }
        return .success(OperationAnswer(operationID: id.text, scenario: scenario, result: result))
      }.get()
    }
  }

  private func stored(
    _ name: String, of account: AccountID, in transaction: any ReadTransaction
  ) throws -> SQLRow? {
    let columns = "SELECT id, scenario, transaction_id FROM operations"
    let byKey = try transaction.row(
      "\(columns) WHERE account_id = ? AND idempotency_key = ?",
      [.text(account.text), .text(name)])
    guard byKey == nil, let challengeID = Base64URL.decode(name) else { return byKey }
    return try transaction.row(
      "\(columns) WHERE challenge_id = ? AND account_id = ?",
      [.blob(challengeID), .text(account.text)])
  }
}
