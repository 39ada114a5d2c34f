public import FlowModel
public import WebAuthnModel
public import WireModel

/// Challenges for one transaction, checked against what was asked for.
public struct LinkedChallenge<Transaction: LinkableTransaction>: Sendable {
  /// The options to sign.
  public let options: CredentialRequestOptions
  /// The transaction as the server will execute it: what a screen must show.
  public let transaction: Transaction
  /// What an authenticator is told is shown.
  public let shown: ShownTransaction
  /// The operation that an action with this challenge becomes.
  public let operation: OperationID
  /// A challenge for a PIN proof, linked to the same; nil where the session is no device's.
  public let pinChallenge: Challenge?
}

extension AccountSession {
  /// Asks for challenges that are linked to one transaction: one call.
  ///
  /// - Parameters:
  ///   - scenario: What for.
  ///   - payload: What is asked for.
  ///   - shown: What a screen shows of the transaction.
  ///   - isAsked: Whether the server's transaction is the one that was asked for.
  /// - Returns: The challenges and the transaction that they are linked to.
  /// - Throws: ``ClientError/mismatch(_:)`` where that is another one than was asked for, or where
  ///   a challenge is linked to none.
  func linkedChallenge<Transaction: LinkableTransaction & JSONBody>(
    _ scenario: ScenarioName, for payload: some JSONBody,
    shown: (Transaction) throws -> ShownTransaction,
    where isAsked: (Transaction) -> Bool
  ) async throws(ClientError) -> LinkedChallenge<Transaction> {
    let body = LinkedOptionsRequest(scenario: scenario, payload: payload.json)
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: body.json))
    let transaction: Transaction = try ServerConnection.read(linked.transaction)
    guard isAsked(transaction), let shown = try? shown(transaction) else {
      throw .mismatch(.transactionNotAsAsked)
    }
    for challenge in [linked.options.challenge, linked.pinChallenge].compactMap(\.self) {
      guard ChallengeLayout(challenge.bytes)?.isLinked == true else {
        throw .mismatch(.challengeNotAsShown)
      }
    }
    return LinkedChallenge(
      options: linked.options, transaction: transaction, shown: shown,
      operation: OperationID(linked.options.challenge), pinChallenge: linked.pinChallenge)
  }
}
