import WebAuthnModel
import WireModel

/// Issues verification tokens and checks them: JWTs signed with HS256, as in seed 002, since only
/// this server reads them and only its store knows whether one was spent.
struct VerificationTokens: Sendable {
  private let signature: CompactSignature

  /// The algorithm, and the media type that tells this kind of token from any other (RFC 8725,
  /// section 3.11).
  private static let header = #"{"alg":"HS256","typ":"countersign-verification+jwt"}"#

  init(keyring: Keyring) {
    signature = CompactSignature(
      header: Array(Self.header.utf8), key: keyring[.verificationToken])
  }

  /// Signs the claims.
  func issue(_ claims: VerificationClaims) -> SecretText {
    SecretText(signature.sign(claims.json.serialized()))
  }

  /// The claims of a token that this server signed; nil for anything else.
  ///
  /// Its time is judged by whoever acts on it, since the answer to a proof that acted is given
  /// again even when it has expired.
  func check(_ token: SecretText) -> VerificationClaims? {
    guard let payload = signature.payload(of: token.exposed),
      let json = try? JSONValue(parsing: payload),
      let claims = try? VerificationClaims(json: json),
      claims.aud == VerificationClaims.audience
    else { return nil }
    return claims
  }
}
