public import FlowModel
import WebAuthnModel
public import WireModel

extension AccountSession {
  /// The account's transactions, those to be decided first: one call.
  ///
  /// - Parameter status: Only those of this status; nil for all.
  /// - Returns: The transactions.
  /// - Throws: ``ClientError``.
  public func transactions(
    status: TransactionStatus? = nil
  ) async throws(ClientError) -> TransactionList {
    try await connection.call(
      request(.transactions, query: status.map { ["status": $0.rawValue] } ?? [:]))
  }

  /// One transaction: one call.
  public func transaction(_ id: String) async throws(ClientError) -> TransactionAnswer {
    try await connection.call(request(.transaction, parameters: ["id": id]))
  }

  /// Asks for challenges that are linked to a transaction under review: one call.
  ///
  /// - Parameter transactionID: The transaction.
  /// - Returns: The challenges and the document that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` if that is another transaction's, or if a challenge is
  ///   linked to none.
  public func reviewOptions(
    _ transactionID: String
  ) async throws(ClientError) -> LinkedChallenge {
    try await linkedChallenge(.approval(of: transactionID)) {
      $0["transactionID"] == .reference(transactionID)
    }
  }

  /// Approves a transaction with a proof: one call.
  ///
  /// - Parameters:
  ///   - transactionID: The transaction.
  ///   - proof: What entitles to it, linked to the transaction.
  ///   - userInput: What the person said beside it, which it does not sign; at most 256 characters.
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

  /// Denies a transaction; denying twice is denying once: one call.
  ///
  /// - Parameters:
  ///   - transactionID: The transaction.
  ///   - cause: Why. After two of the person's own the host has to wait before it asks them again.
  /// - Returns: The transaction as it stands now.
  /// - Throws: ``ClientError``.
  public func deny(
    _ transactionID: String, cause: DenialCause = .person
  ) async throws(ClientError) -> TransactionAnswer {
    let query = cause == .person ? [:] : ["cause": cause.rawValue]
    return try await connection.call(
      request(.denyTransaction, parameters: ["id": transactionID], query: query))
  }
}

/// A transaction that came or was decided on.
public struct TransactionEvent: Sendable, Hashable {
  /// The id after which a stream goes on; nil if the event does not move it on.
  public let id: String?
  /// The transaction as it stood then.
  public let transaction: TransactionAnswer
}

extension AccountSession {
  /// The account's transactions as they come and are decided.
  ///
  /// It keeps no session alive. A stream that breaks throws; one that is opened after the id of its
  /// last event goes on without a gap.
  ///
  /// - Parameter lastEventID: The id of the newest event that is known; nil for none.
  /// - Returns: The events.
  /// - Throws: ``ClientError``.
  public func transactionEvents(
    after lastEventID: String? = nil
  ) async throws(ClientError) -> AsyncThrowingStream<TransactionEvent, any Error> {
    let events = try await connection.events(request(.transactionEvents), after: lastEventID)
    return events.reading { event in
      guard event.name == "transaction" else { return nil }
      return TransactionEvent(
        id: event.id, transaction: try ServerConnection.read(event.data))
    }
  }
}
