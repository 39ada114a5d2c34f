import RelyingParty
import WebAuthnModel
import WireModel

extension Service {
  /// Judges a verification token: this server's, of this kind, of this account and session, for one
  /// of these scenarios.
  func judge(
    _ token: SecretText, session: AuthenticatedSession, scenarios: [ScenarioName]
  ) async throws -> KeyProof {
    guard let claims = tokens.check(token),
      claims.iss == ceremony.relyingPartyID.text,
      claims.sub == session.accountID.text, claims.sid == session.id.text,
      let scenario = scenarios.first(where: { $0.text == claims.scenario }),
      let challengeID = Base64URL.decode(claims.jti),
      let nonce = Base64URL.decode(claims.nonce),
      let binding = Base64URL.decode(claims.binding)
    else {
      try await note("proof_refused", .verificationToken, .verificationFailed, of: session)
      throw Refusal.verificationFailed
    }
    return KeyProof(
      accountID: session.accountID, challengeID: challengeID, nonce: nonce, binding: binding,
      scenario: scenario, isTimely: clock.now().milliseconds < claims.exp * 1000, form: .token)
  }
}
