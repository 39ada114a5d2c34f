import WebAuthnModel
import WireModel

/// The claims of a verification token: this account proved these factors, for this scenario and
/// transaction (Countersign HTTP interface, "Linked challenges").
struct VerificationClaims: JSONBody, Equatable {
  /// The relying party that issued it.
  var iss: String
  /// The audience; a token of another kind has another one.
  var aud: String
  /// The account.
  var sub: String
  /// The session.
  var sid: String
  /// The challenge's id, base64url: the same proof gives the same id again.
  var jti: String
  /// The scenario.
  var scenario: String
  /// The challenge's nonce, base64url.
  var nonce: String
  /// The challenge's binding, base64url; zeros when unlinked.
  var binding: String
  /// The language of the document that was signed; nil if none was.
  var language: Language?
  /// The kind of the proof that it stands for.
  var proof: Proof.Kind
  /// The authentication context (RFC 9470).
  var acr: String
  /// The methods that were proved (RFC 8176).
  var amr: [String]
  /// The time of the proof, in seconds since 1970.
  var authTime: Int64
  /// The time of issue, in seconds since 1970.
  var iat: Int64
  /// The end, in seconds since 1970.
  var exp: Int64

  static let audience = "countersign/action"

  private enum CodingKeys: String, CodingKey {
    case iss
    case aud
    case sub
    case sid
    case jti
    case scenario
    case nonce
    case binding
    case language
    case proof
    case acr
    case amr
    case authTime = "auth_time"
    case iat
    case exp
  }
}
