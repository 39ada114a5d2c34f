import RelyingParty
import WebAuthnModel
import WireModel

/// Issues verification tokens in the relying party's name, and reads those that come back.
final class TokenVerifier: Sendable {
  private let tokens: VerificationTokens
  let issuer: RelyingPartyID
  private let clock: any ServiceClock

  init(tokens: VerificationTokens, issuer: RelyingPartyID, clock: any ServiceClock) {
    self.tokens = tokens
    self.issuer = issuer
    self.clock = clock
  }

  /// Issues the token of a proof that was verified.
  func issue(_ claims: VerificationClaims) -> SecretText { tokens.issue(claims) }

  /// Reads a verification token of this server, for one of these scenarios; nil for anything
  /// else.
  func claimed(_ token: SecretText, scenarios: [ScenarioName]) -> ClaimedProof? {
    guard let claims = tokens.check(token),
      claims.iss == issuer.text,
      let scenario = scenarios.first(where: { $0.text == claims.scenario }),
      let challengeID = Base64URL.decode(claims.jti),
      let nonce = Base64URL.decode(claims.nonce),
      let binding = Base64URL.decode(claims.binding)
    else { return nil }
    let challenge = ProofChallenge(
      id: challengeID, nonce: nonce, binding: binding, language: claims.language)
    let proof = VerifiedProof(
      tokenOf: claims.proof, methods: claims.amr, answering: challenge, scenario,
      until: Timestamp(milliseconds: claims.exp * 1000 - 1), of: AccountID(claims.sub))
    return ClaimedProof(
      proof: proof, sessionID: SessionID(claims.sid),
      answer: RedemptionAnswer(
        accountID: claims.sub, contextClass: claims.acr, methods: claims.amr,
        authTime: claims.authTime))
  }
}

/// The proof for which a verification token stands.
struct ClaimedProof: Sendable {
  let proof: VerifiedProof
  /// The session in which it was given.
  let sessionID: SessionID
  /// The answer to a host.
  let answer: RedemptionAnswer
}

/// Issues and verifies verification tokens: JWTs signed with HS256.
///
/// Only this server reads them, and only its store knows whether one was spent.
struct VerificationTokens: Sendable {
  /// One for each key, newest first.
  private let signatures: [CompactSignature]

  /// The algorithm, and the media type that tells this kind of token from any other (RFC 8725,
  /// section 3.11).
  private static let header = #"{"alg":"HS256","typ":"countersign-verification+jwt"}"#

  init(keyring: Keyring) {
    signatures = keyring.keys(.verificationToken).map {
      CompactSignature(header: Array(Self.header.utf8), key: $0.key)
    }
  }

  /// Signs the claims.
  func issue(_ claims: VerificationClaims) -> SecretText {
    SecretText(signatures[0].sign(claims.json.serialized()))
  }

  /// The claims of a token that this server signed; nil for anything else.
  ///
  /// Its time is checked by whoever acts on it, since the answer to a proof that acted is given
  /// again even when it has expired.
  func check(_ token: SecretText) -> VerificationClaims? {
    let payloads = signatures.map { $0.payload(of: token.exposed) }
    guard let payload = payloads.compactMap(\.self).first,
      let json = try? JSONValue(parsing: payload),
      let claims = try? VerificationClaims(json: json),
      claims.aud == VerificationClaims.audience
    else { return nil }
    return claims
  }
}
