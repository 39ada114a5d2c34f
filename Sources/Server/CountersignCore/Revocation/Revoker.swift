import WebAuthnModel

/// Who revokes something of an account.
enum Revoker: Sendable, Hashable {
  /// The person, in a session, which stays.
  case session(SessionID)
  /// An administration, by its service key; in no session does a proof stay fresh.
  case administration(ServiceKeyID)

  /// The session that acts.
  var session: SessionID? {
    guard case .session(let id) = self else { return nil }
    return id
  }

  /// What the audit log says of a revocation, and who did it.
  func details(_ details: JSONObject) -> JSONObject {
    var details = details
    switch self {
    case .session(let id): details["session"] = .string(id.text)
    case .administration(let key): details["key"] = .string(key.text)
    }
    return details
  }
}
