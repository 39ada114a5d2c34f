import CountersignService
import HTTPTypes
import WireModel

/// Reads the access token from a request's head (RFC 6750, section 2.1).
enum BearerToken {
  /// The token; nil where the request has no Authorization at all.
  ///
  /// - Throws: ``Refusal/noSession`` for an Authorization of another kind or form.
  static func read(_ fields: HTTPFields) throws(Refusal) -> SecretText? {
    guard let value = fields[.authorization] else { return nil }
    guard value.utf8.count <= longest, value.prefix(7).lowercased() == "bearer " else {
      throw Refusal.noSession
    }
    let token = value.dropFirst(7)
    guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
      throw Refusal.noSession
    }
    return SecretText(String(token))
  }

  /// The service key of a host's backend.
  ///
  /// - Throws: ``Refusal/noServiceKey`` where there is none, or an Authorization of another form.
  static func ofHost(_ fields: HTTPFields) throws(Refusal) -> SecretText {
    guard let token = try? read(fields) else { throw Refusal.noServiceKey }
    return token
  }

  private static let longest = 512
}
