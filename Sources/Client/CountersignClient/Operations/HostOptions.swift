import FlowModel
public import WebAuthnModel
public import WireModel

/// Challenges for an action of a host's own, checked against what was asked for.
public struct LinkedHostAction: Sendable {
  /// The options to sign.
  public let options: CredentialRequestOptions
  /// What an authenticator is told is shown.
  public let shown: ShownTransaction
  /// A challenge for a PIN proof, linked to the same; nil where the session is no device's.
  public let pinChallenge: Challenge?
}

extension AccountSession {
  /// Asks for challenges that are linked to an action of a host's own: one call.
  ///
  /// - Parameters:
  ///   - scenario: The host's scenario.
  ///   - payload: What is asked for: a flat object.
  /// - Returns: The challenges.
  /// - Throws: ``ClientError/mismatch(_:)`` where the server links them to anything else.
  public func hostOptions(
    _ scenario: ScenarioName, _ payload: JSONValue
  ) async throws(ClientError) -> LinkedHostAction {
    guard let asked = try? HostTransaction(json: payload) else {
      throw .malformed("the payload must be a flat object")
    }
    let body = LinkedOptionsRequest(scenario: scenario, payload: payload)
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: body.json))
    let answered: HostTransaction = try ServerConnection.read(linked.transaction)
    guard answered == asked, let shown = try? ShownTransaction(asked, of: scenario) else {
      throw .mismatch(.transactionNotAsAsked)
    }
    try linked.requireLinked()
    return LinkedHostAction(
      options: linked.options, shown: shown, pinChallenge: linked.pinChallenge)
  }
}
