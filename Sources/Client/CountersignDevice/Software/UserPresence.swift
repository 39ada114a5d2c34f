public import CountersignClient
public import WebAuthnModel

/// Verifies the user of a software authenticator: a question in a terminal, or a scripted answer.
///
/// It stands for the fingerprint reader that software does not have.
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
}
