import CountersignCore
import HTTPTypes
import WireModel

/// Reads the access token from a request's head (RFC 6750, section 2.1).
enum BearerToken {
  /// The token; nil where the request has no Authorization at all.
  ///
  /// - Throws: ``Refusal/noSession`` for an Authorization of another kind or form.
  static func read(_ fields: HTTPFields) throws(Refusal) -> SecretText? {
    guard let value = fields.text(of: .authorization) else { return nil }
    let token = value.utf8.dropFirst(scheme.count)
    guard value.utf8.count <= longest,
      // A letter of ASCII differs from its other case by one bit; the space has that bit anyway.
      value.utf8.prefix(scheme.count).elementsEqual(scheme, by: { $0 | 0x20 == $1 }),
      !token.isEmpty, token.allSatisfy({ 0x21...0x7e ~= $0 })
    else { throw Refusal.noSession }
    return SecretText(String(Substring(token)))
  }

  /// The service key of a host's backend.
  ///
  /// - Throws: ``Refusal/noServiceKey`` where there is none, or an Authorization of another form.
  static func ofHost(_ fields: HTTPFields) throws(Refusal) -> SecretText {
    guard let token = try? read(fields) else { throw Refusal.noServiceKey }
    return token
  }

  private static let scheme = Array("bearer ".utf8)
  private static let longest = 512
}
