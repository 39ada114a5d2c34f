import WebAuthnModel
public import WireModel

extension AccountSession {
  /// A fresh proof by a registered key, with which another factor may be added: one call.
  ///
  /// - Parameters:
  ///   - authenticator: What holds the key.
  ///   - prompt: What the person is told while the authenticator asks.
  /// - Returns: The proof, good once.
  /// - Throws: ``ClientError``.
  public func proveFactor(
    with authenticator: any Authenticator, prompt: String
  ) async throws(ClientError) -> Proof {
    let linked = try await managementOptions()
    let request = SigningRequest(
      linked.options, subject: .scenario(.manageFactors, prompt: prompt))
    do throws(AuthenticatorError) {
      return .assertion(try await authenticator.sign(request))
    } catch {
      throw .authenticator(error)
    }
  }

  /// Challenges for what is done to the account's factors: one call.
  ///
  /// - Returns: The challenges; that for a PIN proof only where the session is a device's.
  /// - Throws: ``ClientError``.
  public func managementOptions() async throws(ClientError) -> LinkedOptions {
    let body = LinkedOptionsRequest(scenario: .manageFactors, payload: [:])
    return try await connection.call(request(.linkedOptions, body: body.json))
  }
}
