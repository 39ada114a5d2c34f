import CountersignClient
import WebAuthnModel

/// What an authenticator's keys are made of, and who is asked before one can be used.
protocol SigningKeys: Sendable {
  /// Whether the user can be verified now; nobody is asked.
  var readiness: AuthenticatorReadiness { get }

  /// Verifies the user, then makes a key.
  func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any SigningKey

  /// Verifies the user, then gives back a key that a vault held.
  func unlock(
    _ held: JSONValue, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any SigningKey
}
