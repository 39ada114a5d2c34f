public import FlowModel
public import WebAuthnModel
public import WireModel

/// Challenges for the approval of one transaction, checked against what was asked for.
public struct LinkedReview: Sendable {
  /// The options to sign.
  public let options: CredentialRequestOptions
  /// The transaction: what a screen must show.
  public let transaction: ReviewTransaction
  /// What an authenticator is told is shown.
  public let shown: ShownTransaction
  /// The operation that an action with this challenge becomes.
  public let operation: OperationID
  /// A challenge for a PIN proof, linked to the same; nil where the session is no device's.
  public let pinChallenge: Challenge?
}

extension AccountSession {
  /// Asks for challenges that are linked to a transaction under review: one call.
  ///
  /// - Parameter transactionID: The transaction.
  /// - Returns: The challenges and the transaction that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` where that is another transaction, or where a challenge
  ///   is linked to none.
  public func reviewOptions(
    _ transactionID: String
  ) async throws(ClientError) -> LinkedReview {
    let body = LinkedOptionsRequest(
      scenario: .authorizeTransaction, payload: ReviewPayload(transactionID: transactionID).json)
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: body.json))
    let transaction: ReviewTransaction = try ServerConnection.read(linked.transaction)
    guard transaction.transactionID == transactionID,
      let shown = try? ShownTransaction(transaction)
    else { throw .mismatch(.transactionNotAsAsked) }
    try linked.requireLinked()
    return LinkedReview(
      options: linked.options, transaction: transaction, shown: shown,
      operation: OperationID(linked.options.challenge), pinChallenge: linked.pinChallenge)
  }
}
