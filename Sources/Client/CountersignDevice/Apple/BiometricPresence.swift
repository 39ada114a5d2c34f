#if canImport(LocalAuthentication)
  public import CountersignClient
  import LocalAuthentication
  import WebAuthnModel
  import Foundation

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
    ///   - policy: The proof that the owner is there.
    ///   - reason: The words of the prompt, in the person's language.
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

    /// The ability to verify the owner now; nobody is asked.
    public var readiness: AuthenticatorReadiness { OwnerCheck(policy).readiness }

    /// The state of the enrolled biometrics; nil where the device's own code may stand in, by which
    /// anybody's could be added.
    public var enrolment: [UInt8]? {
      guard policy == .biometricsOnly else { return nil }
      let check = OwnerCheck(policy)
      // The system tells them of a context that was asked.
      guard check.readiness == .ready else { return nil }
      return check.biometrics.map { Array($0) }
    }
  }

  /// The proof that a device's owner is there.
  public enum BiometricPolicy: Sendable, Hashable, CaseIterable {
    /// Biometrics, and nothing else.
    case biometricsOnly
    /// Biometrics, and where they are not available, fail or are turned down, the code by which the
    /// device itself is unlocked.
    case deviceCredentialStandsIn

    fileprivate var localPolicy: LAPolicy {
      switch self {
      case .biometricsOnly: .deviceOwnerAuthenticationWithBiometrics
      case .deviceCredentialStandsIn: .deviceOwnerAuthentication
      }
    }
  }

  extension PresenceQuestion {
    /// The words of the system's prompt, in English; never empty.
    ///
    /// Touch ID shows it each time, Face ID only after a first try that failed. For a signature
    /// these are the payee and the amount of its document.
    public var reason: String {
      switch self {
      case .create(let relyingPartyID, let userName):
        "Set up biometrics for \(userName) at \(relyingPartyID.text)"
      case .sign(let relyingPartyID, let document):
        document.prompt.isEmpty ? "Confirm at \(relyingPartyID.text)" : document.prompt
      case .unlock: "Open the app"
      }
    }
  }

  /// One question of the system to the device's owner, and the context in which it was answered: a
  /// key that asks for its owner takes it in place of another question.
  ///
  /// The context is used by one call after the other. While the system asks, it is only told that
  /// nobody waits for the answer any more.
  final class OwnerCheck: @unchecked Sendable {
    let context = LAContext()
    private let policy: LAPolicy

    init(_ policy: BiometricPolicy) {
      self.policy = policy.localPolicy
      // A button for a password that nobody handles.
      if policy == .biometricsOnly { context.localizedFallbackTitle = "" }
    }

    /// Asks the owner; comes back when the owner is verified.
    ///
    /// If its task is cancelled, the prompt leaves the screen, and nobody counts as verified: a
    /// glance at the phone is enough for an owner who meant to leave.
    ///
    /// - Parameters:
    ///   - question: The purpose of the check.
    ///   - reason: The words of the prompt. If they are empty, the question's own words stand in,
    ///     since the system takes no prompt without any.
    /// - Throws: The reason for which the owner is not verified.
    func pass(
      _ question: PresenceQuestion, _ reason: @Sendable (PresenceQuestion) -> String
    ) async throws(AuthenticatorError) {
      if let refusal { throw refusal }
      let text = reason(question)
      context.localizedReason = text.isEmpty ? question.reason : text
      let outcome = await withTaskCancellationHandler {
        await answer()
      } onCancel: {
        context.invalidate()
      }
      if Task.isCancelled { throw .cancelled }
      if let outcome { throw outcome }
      // A key that does not accept the check fails: else the system would ask once more, on the
      // thread of whoever signs.
      context.interactionNotAllowed = true
    }

    private func answer() async -> AuthenticatorError? {
      await withCheckedContinuation { continuation in
        context.evaluatePolicy(policy, localizedReason: context.localizedReason) {
          isVerified, error in
          continuation.resume(returning: isVerified ? nil : AuthenticatorError(local: error))
        }
      }
    }

    /// The ability to ask the owner; nobody is asked.
    var readiness: AuthenticatorReadiness {
      switch refusal {
      // The owner can, once the device was unlocked by its code.
      case nil, .lockout?, .permanentLockout?: .ready
      case .nothingEnrolled?: .nothingEnrolled
      default: .notSupported
      }
    }

    /// The state of the enrolled biometrics, which changes with them; nil if none are enrolled.
    var biometrics: Data? { context.domainState.biometry.stateHash }

    /// The reason for which the owner cannot be asked; nil if there is none.
    private var refusal: AuthenticatorError? {
      var error: NSError?
      guard !context.canEvaluatePolicy(policy, error: &error) else { return nil }
      return AuthenticatorError(local: error)
    }
  }

  extension AuthenticatorError {
    /// Maps an error of the system's own check of its owner.
    init(local error: (any Error)?) {
      let error = error.map { $0 as NSError }
      guard let error, error.domain == LAError.errorDomain,
        let code = LAError.Code(rawValue: error.code)
      else {
        self = .failed
        return
      }
      self.init(code)
    }

    /// The one table of the codes of LocalAuthentication.
    ///
    /// Its lockout ends when the device is unlocked by its code, and not by waiting: it is never
    /// the temporary one.
    private init(_ code: LAError.Code) {
      self =
        switch code {
        case .authenticationFailed, .invalidContext: .failed
        // A button of the prompt, and the end of a prompt by the app itself.
        case .userCancel, .userFallback, .appCancel: .cancelled
        // Another app came to the front; or this one is not there yet, and may show no prompt.
        case .systemCancel, .notInteractive: .notInForeground
        case .passcodeNotSet, .biometryNotEnrolled: .nothingEnrolled
        case .biometryLockout: .permanentLockout
        case .biometryNotAvailable: .notAvailable
        // A sensor or a companion that is not connected, and what later systems add.
        default: .notAvailable
        }
    }
  }
#endif
