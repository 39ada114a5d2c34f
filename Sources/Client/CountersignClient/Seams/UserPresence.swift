public import WebAuthnModel

/// Verifies that a device's owner is there: the platform's biometrics, a question in a terminal, or
/// a scripted answer.
public protocol UserPresence: Sendable {
  /// Verifies the user.
  ///
  /// - Parameter question: What the user is told that this is for.
  /// - Throws: `AuthenticatorError` where the user said no or could not be verified.
  func verify(_ question: PresenceQuestion) async throws(AuthenticatorError)

  /// Whether it can verify anybody now.
  var readiness: AuthenticatorReadiness { get }
}

/// What a user is verified for.
public enum PresenceQuestion: Sendable, Hashable {
  /// A new key for an account at a relying party.
  case create(RelyingPartyID, userName: String)
  /// A signature for a relying party over what is shown.
  case sign(RelyingPartyID, SigningRequest.Subject)
  /// The app's screens, on this device alone.
  case unlock
}
