#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
  import CountersignClient
  import CryptoKit
  import WebAuthnModel

  /// Keys in the Secure Enclave, each used after the system has verified the owner's biometrics.
  struct EnclaveKeys: SigningKeys {
    let reason: @Sendable (PresenceQuestion) -> String

    var readiness: AuthenticatorReadiness {
      SecureEnclave.isAvailable ? OwnerCheck(.biometricsOnly).readiness : .notSupported
    }

    func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any SigningKey {
      try BiometricKey(try await owner(question))
    }

    func unlock(
      _ held: JSONValue, _ question: PresenceQuestion
    ) async throws(AuthenticatorError) -> any SigningKey {
      try BiometricKey(held: held, try await owner(question))
    }

    private func owner(
      _ question: PresenceQuestion
    ) async throws(AuthenticatorError) -> OwnerCheck {
      guard SecureEnclave.isAvailable else { throw .notAvailable }
      let owner = OwnerCheck(.biometricsOnly)
      try await owner.pass(question, reason)
      return owner
    }
  }
#endif
