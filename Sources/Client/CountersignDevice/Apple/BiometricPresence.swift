#if canImport(LocalAuthentication)
  public import CountersignClient

  /// Asks the system whether the device's owner is there: for the soft lock, which needs no key.
  ///
  /// What must be proved to a server is signed by a ``SecureEnclaveAuthenticator``, which asks for
  /// itself.
  public struct BiometricPresence: UserPresence {
    private let policy: BiometricPolicy
    private let reason: @Sendable (PresenceQuestion) -> String

    /// A check of the owner.
    ///
    /// - Parameters:
    ///   - policy: What shows that the owner is there.
    ///   - reason: What the prompt says, in the person's language.
    public init(
      policy: BiometricPolicy = .biometricsOnly,
      reason: @escaping @Sendable (PresenceQuestion) -> String = { $0.reason }
    ) {
      self.policy = policy
      self.reason = reason
    }

    /// Verifies the owner.
    public func verify(_ question: PresenceQuestion) async throws(AuthenticatorError) {
      try await OwnerCheck(policy).pass(question, reason)
    }

    /// Whether it can verify anybody now.
    public var readiness: AuthenticatorReadiness { OwnerCheck(policy).readiness }
  }
#endif
