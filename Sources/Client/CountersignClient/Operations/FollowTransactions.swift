import FlowModel
public import WireModel

/// A transaction that came or was decided on.
public struct TransactionEvent: Sendable, Hashable {
  /// Where a stream goes on after it; nil where it moves nothing on.
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
