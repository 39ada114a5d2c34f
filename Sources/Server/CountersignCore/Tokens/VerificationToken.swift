import WebAuthnModel

/// The claims of a verification token: this account proved these factors, for this scenario and
/// transaction (Countersign HTTP interface, "Linked challenges").
struct VerificationClaims: JSONBody, Equatable {
  /// The relying party that issued it.
  var iss: String
  /// Who it is for; a token of another kind has another audience.
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
  /// The authentication context (RFC 9470).
  var acr: String
  /// The methods that were proved (RFC 8176).
  var amr: [String]
  /// When they were proved, in seconds since 1970.
  var authTime: Int64
  /// When the token was issued, in seconds since 1970.
  var iat: Int64
  /// When it ends, in seconds since 1970.
  var exp: Int64

  static let audience = "countersign/action"
}

extension VerificationClaims {
  init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    iss = try reader.string("iss")
    aud = try reader.string("aud")
    sub = try reader.string("sub")
    sid = try reader.string("sid")
    jti = try reader.string("jti")
    scenario = try reader.string("scenario")
    nonce = try reader.string("nonce")
    binding = try reader.string("binding")
    acr = try reader.string("acr")
    amr = []
    for method in try reader.array("amr") {
      guard case .string(let text) = method else {
        throw reader.failure("amr", "must hold strings")
      }
      amr.append(text)
    }
    authTime = try reader.integer("auth_time")
    iat = try reader.integer("iat")
    exp = try reader.integer("exp")
    try reader.finish()
  }

  var json: JSONValue {
    [
      "iss": .string(iss), "aud": .string(aud), "sub": .string(sub), "sid": .string(sid),
      "jti": .string(jti), "scenario": .string(scenario), "nonce": .string(nonce),
      "binding": .string(binding), "acr": .string(acr),
      "amr": .array(amr.map(JSONValue.string)), "auth_time": .integer(authTime),
      "iat": .integer(iat), "exp": .integer(exp),
    ]
  }
}
