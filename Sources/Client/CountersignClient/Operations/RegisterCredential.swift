public import WebAuthnModel
public import WireModel

extension AccountSession {
  /// Has the authenticator make a credential and registers it: two calls.
  ///
  /// - Parameters:
  ///   - authenticator: What holds the key.
  ///   - entitlement: What entitles to a new credential.
  /// - Returns: The credential's id.
  /// - Throws: ``ClientError``.
  @discardableResult
  public func registerCredential(
    with authenticator: any Authenticator, entitledBy entitlement: RegistrationOptionsRequest
  ) async throws(ClientError) -> CredentialID {
    let options = try await creationOptions(entitledBy: entitlement)
    let credential: RegistrationResponse
    do throws(AuthenticatorError) {
      credential = try await authenticator.createCredential(options)
    } catch {
      throw .authenticator(error)
    }
    do throws(ClientError) {
      let _: RegisteredCredential = try await connection.call(registrationRequest(credential))
    } catch {
      // A key that the server refused is of no use. One whose answer was lost may be of some.
      if case .refused = error { try? await authenticator.deleteCredential(credential.id) }
      throw error
    }
    return credential.id
  }

  /// How to make a key: one call.
  func creationOptions(
    entitledBy entitlement: RegistrationOptionsRequest
  ) async throws(ClientError) -> CredentialCreationOptions {
    try await connection.call(request(.registrationOptions, body: entitlement.json))
  }

  /// The registration itself, so that the very same one can be sent again.
  func registrationRequest(_ credential: RegistrationResponse) -> WireRequest {
    request(.registerCredential, body: credential.json)
  }
}
