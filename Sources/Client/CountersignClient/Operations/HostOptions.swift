import FlowModel
public import WebAuthnModel
public import WireModel

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
  ) async throws(ClientError) -> LinkedChallenge<HostTransaction> {
    guard let asked = try? HostTransaction(json: payload) else {
      throw .malformed("the payload must be a flat object")
    }
    return try await linkedChallenge(
      scenario, for: asked, shown: { try ShownTransaction($0, of: scenario) },
      where: { $0 == asked })
  }
}
