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
      try await store.read { transaction -> Decision<OperationAnswer> in
        let account = session.accountID
        var row = try transaction.row(
          "SELECT id FROM operations WHERE account_id = ? AND idempotency_key = ?",
          [.text(account.text), .text(name)])
        if row == nil, let challengeID = Base64URL.decode(name) {
          row = try transaction.row(
            "SELECT id FROM operations WHERE challenge_id = ? AND account_id = ?",
            [.blob(challengeID), .text(account.text)])
        }
        guard let id = try row.map({ OperationID(try $0.text(0)) }) else {
          return .failure(
            Refusal(.notFound, "no operation by that name was executed for this account"))
        }
        return .success(
          OperationAnswer(
            operationID: id.text, scenario: .topUp,
            result: .topUp(try topUpAnswer(id, of: account, in: transaction))))
      }.get()
    }
  }
}
