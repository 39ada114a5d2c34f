#if canImport(LocalAuthentication)
  import CountersignClient
  import Foundation
  import LocalAuthentication

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
    /// Where its task is cancelled, the prompt leaves the screen, and nobody counts as verified: a
    /// glance at the phone is enough for an owner who meant to leave.
    ///
    /// - Parameters:
    ///   - question: What for.
    ///   - reason: What the prompt says of it; where that is empty, the question's own words stand
    ///     in, since the system takes no prompt without any.
    /// - Throws: Why the owner is not verified.
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
    }

    private func answer() async -> AuthenticatorError? {
      await withCheckedContinuation { continuation in
        context.evaluatePolicy(policy, localizedReason: context.localizedReason) {
          isVerified, error in
          continuation.resume(returning: isVerified ? nil : AuthenticatorError(local: error))
        }
      }
    }

    /// Whether the owner can be asked; nobody is.
    var readiness: AuthenticatorReadiness {
      switch refusal {
      // The owner can, once the device was unlocked by its code.
      case nil, .lockout?, .permanentLockout?: .ready
      case .nothingEnrolled?: .nothingEnrolled
      default: .notSupported
      }
    }

    /// What tells the enrolled biometrics from those of another time; nil where none are.
    var biometrics: Data? { context.domainState.biometry.stateHash }

    /// Why the owner cannot be asked; nil where nothing stands against it.
    private var refusal: AuthenticatorError? {
      var error: NSError?
      guard !context.canEvaluatePolicy(policy, error: &error) else { return nil }
      return AuthenticatorError(local: error)
    }
  }
#endif
