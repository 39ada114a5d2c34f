import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

/// The cookie by which a browser is known that has proved a factor before: it opens nothing, and
/// tells a person's requests from a stranger's.
struct LaneCookie: Sendable {
  private let isSecure: Bool
  private let name: String

  /// The cookie of a deployment with these origins.
  ///
  /// As of the session's, browsers take the prefix `__Host-` over https alone: over http on
  /// localhost the plain name stands. The dot keeps it apart from the session's cookie of an
  /// instance, whatever that is called.
  ///
  /// - Parameters:
  ///   - origins: The origins of its pages.
  ///   - instance: Its name among several at one origin; nil for the only one.
  init(origins: Set<Origin>, instance: InstanceName? = nil) {
    isSecure = origins.contains { $0.text.hasPrefix("https://") }
    name = (isSecure ? "__Host-" : "") + "countersign.lane" + (instance.map { "-\($0)" } ?? "")
  }

  /// The token that a request carries; nil for none, several, or what no token looks like.
  func read(_ fields: HTTPFields) -> SecretText? {
    var found: [String] = []
    for pair in fields[values: .cookie].flatMap({ $0.split(separator: ";") }) {
      let pair = pair.drop { $0 == " " }
      if pair.hasPrefix(name + "=") { found.append(String(pair.dropFirst(name.utf8.count + 1))) }
    }
    guard found.count == 1, let token = found.first, Base64URL.decode(token)?.count == 32 else {
      return nil
    }
    return SecretText(token)
  }

  /// The `Set-Cookie` of a lane; it lasts as long as browsers keep any.
  func setting(_ token: SecretText) -> String {
    "\(name)=\(token.exposed); Path=/; Max-Age=\(Self.seconds); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  /// 400 days (RFC 6265bis, section 5.5).
  private static let seconds = 400 * 86_400
}
