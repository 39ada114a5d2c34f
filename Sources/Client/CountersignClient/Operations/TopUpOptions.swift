public import FlowModel
public import WebAuthnModel
public import WireModel

/// A challenge for one top-up, checked against what was asked for.
public struct LinkedTopUp: Sendable {
  /// The options to sign.
  public let options: CredentialRequestOptions
  /// The transaction as the server will execute it: what a screen must show.
  public let transaction: TopUpTransaction
  /// What an authenticator is told is shown.
  public let shown: ShownTransaction
  /// The operation that an action with this challenge becomes.
  public let operation: OperationID
  /// A challenge for a PIN proof, linked to the same; nil where the session is no device's.
  public let pinChallenge: Challenge?
}

extension AccountSession {
  /// Asks for a challenge that is linked to one top-up: one call.
  ///
  /// - Parameter payload: What is asked for.
  /// - Returns: The challenge and the transaction that it is linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` where the server would execute another transaction than
  ///   the one asked for, or where the challenge is linked to none.
  public func topUpOptions(_ payload: TopUpPayload) async throws(ClientError) -> LinkedTopUp {
    let body = LinkedOptionsRequest(scenario: .topUp, payload: payload.json)
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: body.json))
    let transaction: TopUpTransaction = try ServerConnection.read(linked.transaction)
    guard transaction.answers(payload), let shown = try? ShownTransaction(transaction) else {
      throw .mismatch(.transactionNotAsAsked)
    }
    try linked.requireLinked()
    return LinkedTopUp(
      options: linked.options, transaction: transaction, shown: shown,
      operation: OperationID(linked.options.challenge), pinChallenge: linked.pinChallenge)
  }
}

extension LinkedOptions {
  /// Refuses challenges that are linked to nothing.
  func requireLinked() throws(ClientError) {
    for challenge in [options.challenge, pinChallenge].compactMap(\.self) {
      guard ChallengeLayout(challenge.bytes)?.isLinked == true else {
        throw .mismatch(.challengeNotAsShown)
      }
    }
  }
}
