#if canImport(AuthenticationServices)
  public import AuthenticationServices
  public import CountersignClient
  import Foundation
  public import WebAuthnModel
  import WireModel

  /// The passkeys of the system: keys that its keychain keeps, and brings to the person's other
  /// devices.
  ///
  /// Its client data name the relying party's own web origin, so that a passkey that was made here
  /// works in a browser. The system's sheet does not say what is signed: the app's screen alone
  /// does, which the challenge is checked against before the system is asked.
  public struct PasskeyAuthenticator: Authenticator {
    private let vault: any Vault
    private let account: String
    private let relyingPartyID: RelyingPartyID
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// An authenticator of one account.
    ///
    /// - Parameters:
    ///   - vault: Where it is kept which passkeys were made here: the system gives no list.
    ///   - account: Whose passkeys.
    ///   - relyingPartyID: The relying party with which the app is associated
    ///     (`webcredentials:` in its entitlements); it signs for no other.
    ///   - anchor: The window over which the system asks.
    public init(
      vault: any Vault, account: String, relyingPartyID: RelyingPartyID,
      anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
      self.vault = vault
      self.account = account
      self.relyingPartyID = relyingPartyID
      self.anchor = anchor
    }

    /// Has the system make a passkey.
    public func createCredential(
      _ options: CredentialCreationOptions
    ) async throws(AuthenticatorError) -> RegistrationResponse {
      try requireSpeaking(for: options.relyingParty.id)
      guard options.algorithms.contains(.es256) else { throw .algorithmNotSupported }
      let outcome = try await creation(options)
      guard case .registration(let response) = outcome else { throw .failed }
      try await storing { () async throws(VaultError) in
        try await vault.setValue(Array(options.user.id.bytes), name(response.id))
      }
      return response
    }

    /// Has the system sign a challenge, once it was checked against what is shown.
    public func sign(
      _ request: SigningRequest
    ) async throws(AuthenticatorError) -> AssertionResponse {
      try requireSpeaking(for: request.relyingPartyID)
      guard SigningRules.isAsShown(request.challenge, request.document) else {
        throw .challengeNotAsShown
      }
      // Without a list, the system would offer whatever passkey it has for the relying party.
      guard !request.credentials.isEmpty else { throw .nothingEnrolled }
      let outcome = try await assertion(request)
      guard case .assertion(let response) = outcome, request.credentials.contains(response.id)
      else { throw .failed }
      return response
    }

    /// The passkeys that were made here; those that came from another device are not among them.
    public func credentials(
      for relyingPartyID: RelyingPartyID
    ) async throws(AuthenticatorError) -> [CredentialID] {
      guard relyingPartyID == self.relyingPartyID else { return [] }
      return try await storing { () async throws(VaultError) in
        try await vault.names(account: account).compactMap(id(of:))
      }
    }

    /// Forgets a passkey; the person alone can delete it, in the system's settings.
    public func deleteCredential(_ id: CredentialID) async throws(AuthenticatorError) {
      try await storing { () async throws(VaultError) in
        try await vault.setValue(nil, name(id))
      }
    }

    /// Tells if the system can verify the owner, by biometrics or by the device's code.
    public func readiness() async -> AuthenticatorReadiness {
      OwnerCheck(.deviceCredentialStandsIn).readiness
    }
  }

  extension PasskeyAuthenticator {
    private func requireSpeaking(
      for relyingPartyID: RelyingPartyID
    ) throws(AuthenticatorError) {
      guard relyingPartyID == self.relyingPartyID else { throw .relyingPartyNotAllowed }
    }

    @MainActor
    private func creation(
      _ options: CredentialCreationOptions
    ) async throws(AuthenticatorError) -> PasskeyCeremony.Outcome {
      let request = provider.createCredentialRegistrationRequest(
        challenge: Data(options.challenge.bytes), name: options.user.name,
        userID: Data(options.user.id.bytes))
      request.userVerificationPreference = .required
      request.excludedCredentials = options.excludeCredentials.map { Self.descriptor($0.id) }
      return try await PasskeyCeremony(anchor: anchor).outcome(of: request)
    }

    @MainActor
    private func assertion(
      _ asked: SigningRequest
    ) async throws(AuthenticatorError) -> PasskeyCeremony.Outcome {
      let request = provider.createCredentialAssertionRequest(
        challenge: Data(asked.challenge.bytes))
      request.userVerificationPreference = .required
      request.allowedCredentials = asked.credentials.map(Self.descriptor)
      return try await PasskeyCeremony(anchor: anchor).outcome(of: request)
    }

    private var provider: ASAuthorizationPlatformPublicKeyCredentialProvider {
      ASAuthorizationPlatformPublicKeyCredentialProvider(
        relyingPartyIdentifier: relyingPartyID.text)
    }

    private static func descriptor(
      _ id: CredentialID
    ) -> ASAuthorizationPlatformPublicKeyCredentialDescriptor {
      ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data(id.bytes))
    }

    private func storing<Value>(
      _ use: () async throws(VaultError) -> Value
    ) async throws(AuthenticatorError) -> Value {
      do throws(VaultError) {
        return try await use()
      } catch {
        throw .storageFailed(error)
      }
    }

    private func name(_ id: CredentialID) -> VaultName {
      VaultName(account: account, name: prefix + id.base64URL)
    }

    private func id(of name: VaultName) -> CredentialID? {
      guard name.name.hasPrefix(prefix) else { return nil }
      return Base64URL.decode(String(name.name.dropFirst(prefix.count))).map(CredentialID.init)
    }

    private var prefix: String { "passkey/" + relyingPartyID.text + "/" }
  }
#endif
