import CountersignCore
import HTTPTypes
import WebAuthnModel
import WireModel

/// The cookie in which a browser keeps the page's access token, out of reach of its scripts.
struct PageCookie: Sendable {
  /// True if the deployment is reached over https, as all are but one on this machine.
  private let isSecure: Bool
  private let instance: InstanceName?

  /// The cookie of a deployment with these origins.
  ///
  /// - Parameters:
  ///   - origins: The origins of its pages.
  ///   - protection: How its connections are protected.
  ///   - instance: Its name among several at one origin; nil for the only one.
  init(
    origins: Set<Origin>, protection: ServerSettings.Protection = .none,
    instance: InstanceName? = nil
  ) {
    isSecure =
      protection.isReachedByTLS || origins.contains { $0.text.hasPrefix("https://") }
    self.instance = instance
  }

  /// `__Host-` has browsers refuse a cookie that another host of the domain planted; over http on
  /// localhost no browser takes that name.
  ///
  /// It demands the path `/`, so that only their names tell the cookies of one origin apart.
  private var name: String {
    let name = isSecure ? "__Host-countersign" : "countersign"
    return instance.map { "\(name)-\($0)" } ?? name
  }

  /// The token that a request carries; nil where it has no such cookie.
  ///
  /// - Throws: `Refusal.noSession` for two of them, or for what no token looks like.
  func read(_ fields: HTTPFields) throws(Refusal) -> SecretText? {
    let found = fields[values: .cookie].flatMap { $0.split(separator: ";") }
      .map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix(name + "=") }
      .map { $0.dropFirst(name.utf8.count + 1) }
    guard let token = found.first else { return nil }
    guard found.count == 1, (1...512).contains(token.utf8.count),
      token.utf8.allSatisfy(Self.isTokenByte)
    else { throw Refusal.noSession }
    return SecretText(String(token))
  }

  /// The `Set-Cookie` of a session.
  ///
  /// It has no lifetime of its own: the browser's window or the server's session, whichever ends
  /// first, ends it.
  func setting(_ token: SecretText) -> String { "\(name)=\(token.exposed); \(attributes)" }

  /// `Set-Cookie` that takes it away.
  var clearing: String { "\(name)=; Max-Age=0; \(attributes)" }

  private var attributes: String {
    "Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
