public import CountersignClient
public import WebAuthnModel

/// An authenticator that leaves all but what its keys are made of to one that is the same for
/// everybody.
public protocol KeyedAuthenticator: Authenticator {
  /// What signs, counts, keeps and refuses.
  var keyed: KeyAuthenticator { get }
}

extension KeyedAuthenticator {
  /// Makes a P-256 credential after its user was verified.
  public func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse {
    try await keyed.createCredential(options)
  }

  /// Signs a challenge after it was checked against what is shown, and its user verified.
  public func sign(
    _ request: SigningRequest
  ) async throws(AuthenticatorError) -> AssertionResponse {
    try await keyed.sign(request)
  }

  /// The credentials that it could sign with for a relying party.
  public func credentials(
    for relyingPartyID: RelyingPartyID
  ) async throws(AuthenticatorError) -> [CredentialID] {
    try await keyed.credentials(for: relyingPartyID)
  }

  /// Destroys a credential's key.
  public func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError) {
    try await keyed.deleteCredential(id)
  }

  /// Whether its user can be verified now.
  public func readiness() async -> AuthenticatorReadiness { await keyed.readiness() }
}
