import RelyingParty
import WebAuthnModel
import WireModel

/// Issues verification tokens in the relying party's name, and reads those that come back.
final class TokenVerifier: Sendable {
  private let tokens: VerificationTokens
  let issuer: RelyingPartyID
  private let tokenSeconds: Int64

  init(tokens: VerificationTokens, issuer: RelyingPartyID, tokenSeconds: Int64) {
    self.tokens = tokens
    self.issuer = issuer
    self.tokenSeconds = tokenSeconds
  }

  /// The claims of the token for a proof that is verified now.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - challenge: The challenge that the token stands for: the proof's own, or for a PIN and
  ///     codes one that the server made.
  ///   - scenario: The scenario in which the token may act.
  ///   - session: The session that proved it.
  ///   - now: The present moment.
  /// - Returns: The claims.
  func claims(
    of proof: VerifiedProof, answering challenge: ProofChallenge, for scenario: ScenarioName,
    in session: SessionID, at now: Timestamp
  ) -> VerificationClaims {
    let seconds = now.milliseconds / 1000
    return VerificationClaims(
      iss: issuer.text, aud: VerificationClaims.audience, sub: proof.account.text,
      sid: session.text, jti: Base64URL.encode(challenge.id), scenario: scenario.text,
      nonce: Base64URL.encode(challenge.nonce), binding: Base64URL.encode(challenge.binding),
      language: challenge.language, proof: proof.kind ?? .assertion,
      acr: proof.claim.isLinked ? Proofs.linkedContext : Proofs.unlinkedContext,
      amr: proof.methods, authTime: seconds, iat: seconds, exp: seconds + tokenSeconds)
  }

  /// Issues the token of these claims.
  func issue(_ claims: VerificationClaims) -> VerificationAnswer {
    VerificationAnswer(
      verificationToken: tokens.issue(claims), expiresIn: claims.exp - claims.iat)
  }

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
