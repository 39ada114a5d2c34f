import CountersignCore
import HTTPTypes
import WireModel

/// Reads the access token from a request's head, with the way it is sent (RFC 6750, section 2.1;
/// RFC 9449, section 7.1).
struct RequestAuthorization {
  let type: TokenType
  let token: SecretText

  /// The token; nil where the request has no Authorization at all.
  ///
  /// - Throws: ``Refusal/noSession`` for an Authorization of another kind or form.
  static func read(_ fields: HTTPFields) throws(Refusal) -> RequestAuthorization? {
    guard let value = fields[.authorization] else { return nil }
    // One space or more between them (RFC 9110, section 11.4).
    let parts = value.split(separator: " ", omittingEmptySubsequences: true)
    let type = TokenType.allCases.first {
      $0.rawValue.lowercased() == parts.first?.lowercased()
    }
    guard value.utf8.count <= longest, parts.count == 2, let type,
      parts[1].utf8.allSatisfy({ 0x21...0x7e ~= $0 })
    else { throw Refusal.noSession }
    return RequestAuthorization(type: type, token: SecretText(String(parts[1])))
  }

  /// The service key of a host's backend, which is a bearer token.
  ///
  /// - Throws: ``Refusal/noServiceKey`` where there is none, or an Authorization of another form.
  static func serviceKey(_ fields: HTTPFields) throws(Refusal) -> SecretText {
    guard let authorization = try? read(fields), authorization.type == .bearer else {
      throw Refusal.noServiceKey
    }
    return authorization.token
  }

  private static let longest = 512
}
