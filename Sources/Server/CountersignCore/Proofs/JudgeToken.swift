import RelyingParty
import WebAuthnModel
import WireModel

extension Service {
  /// What a verification token of this server says, for one of these scenarios; nil for anything
  /// else.
  func claimedProof(_ token: SecretText, scenarios: [ScenarioName]) -> ClaimedProof? {
    guard let claims = tokens.check(token),
      claims.iss == ceremony.relyingPartyID.text,
      let scenario = scenarios.first(where: { $0.text == claims.scenario }),
      let challengeID = Base64URL.decode(claims.jti),
      let nonce = Base64URL.decode(claims.nonce),
      let binding = Base64URL.decode(claims.binding)
    else { return nil }
    let proof = KeyProof(
      accountID: AccountID(claims.sub), challengeID: challengeID, nonce: nonce, binding: binding,
      scenario: scenario, isTimely: clock.now().milliseconds < claims.exp * 1000, form: .token)
    return ClaimedProof(
      proof: proof, sessionID: SessionID(claims.sid),
      answer: RedemptionAnswer(
        accountID: claims.sub, contextClass: claims.acr, methods: claims.amr,
        authTime: claims.authTime))
  }
}

/// What a verification token says of whose proof it stands for.
struct ClaimedProof: Sendable {
  let proof: KeyProof
  /// The session in which it was given.
  let sessionID: SessionID
  /// What a host is told of it.
  let answer: RedemptionAnswer
}
