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
    let body = LinkedOptionsRequest(scenario: .manageFactors, payload: [:])
    let linked: LinkedOptions = try await connection.call(
      request(.linkedOptions, body: body.json))
    let request = SigningRequest(
      linked.options, subject: .scenario(.manageFactors, prompt: prompt))
    do throws(AuthenticatorError) {
      return .assertion(try await authenticator.sign(request))
    } catch {
      throw .authenticator(error)
    }
  }
}
