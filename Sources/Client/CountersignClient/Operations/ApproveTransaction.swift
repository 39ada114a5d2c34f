public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Approves a transaction with a proof: one call.
  ///
  /// - Parameters:
  ///   - transactionID: The transaction.
  ///   - proof: What entitles to it, linked to the transaction.
  ///   - userInput: What the person said beside it; at most 256 characters.
  ///   - operation: The idempotency key; needed with a PIN.
  /// - Returns: The transaction as it stands now.
  /// - Throws: ``ClientError``.
  public func approve(
    _ transactionID: String, proof: Proof, userInput: String? = nil,
    operation: OperationID? = nil
  ) async throws(ClientError) -> TransactionAnswer {
    try await connection.call(
      approvalRequest(transactionID, proof: proof, userInput: userInput, operation: operation))
  }

  /// The call itself, so that the very same one can be sent again.
  func approvalRequest(
    _ transactionID: String, proof: Proof, userInput: String?, operation: OperationID?
  ) -> WireRequest {
    request(
      .approveTransaction, parameters: ["id": transactionID], idempotencyKey: operation?.text,
      body: ApprovalRequest(proof: proof, userInput: userInput).json)
  }
}
