public import CountersignClient
public import WebAuthnModel

/// An authenticator in software: P-256 keys sealed in a vault, for Linux, tests and tools.
///
/// Whoever can read the vault and its key can sign: where a platform has hardware for keys, use
/// that. It does one thing at a time, prompt included: two signatures never carry one count, and a
/// key that is deleted while a prompt is shown is not stored again by it.
public struct SoftwareAuthenticator: Authenticator {
  private let authenticator: KeyAuthenticator

  /// An authenticator of one account.
  ///
  /// - Parameters:
  ///   - vault: Where the keys lie.
  ///   - account: Whose keys.
  ///   - origin: The origin that this app speaks for; it signs for no other's relying party.
  ///   - presence: How the user is verified.
  ///   - random: Where credential ids come from.
  public init(
    vault: any Vault, account: String, origin: Origin, presence: any UserPresence,
    random: RandomSource = .system
  ) {
    authenticator = KeyAuthenticator(
      SoftwareKeys(presence: presence), vault: vault, account: account, origin: origin,
      random: random)
  }

  /// Makes a P-256 credential after it has verified its user.
  public func createCredential(
    _ options: CredentialCreationOptions
  ) async throws(AuthenticatorError) -> RegistrationResponse {
    try await authenticator.createCredential(options)
  }

  /// Signs a challenge after it has checked it against what is shown and verified its user.
  public func sign(
    _ request: SigningRequest
  ) async throws(AuthenticatorError) -> AssertionResponse {
    try await authenticator.sign(request)
  }

  /// The credentials that it could sign with for a relying party.
  public func credentials(
    for relyingPartyID: RelyingPartyID
  ) async throws(AuthenticatorError) -> [CredentialID] {
    try await authenticator.credentials(for: relyingPartyID)
  }

  /// Destroys a credential's key.
  public func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError) {
    try await authenticator.deleteCredential(id)
  }

  /// Whether whoever verifies the user can.
  public func readiness() async -> AuthenticatorReadiness { await authenticator.readiness() }
}
