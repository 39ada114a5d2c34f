public import FlowModel
import WebAuthnModel
import WireModel

extension LinkAddress {
  /// Reads what was scanned or tapped: an address with the id in its fragment, or the id alone.
  ///
  /// Nil where it holds no id. The address's host is not asked: an id of another server is none of
  /// this one. ``AppLink`` reads links of every kind, and compares the server.
  public init?(_ text: String) {
    let id = text.lastIndex(of: "#").map { text[text.index(after: $0)...] } ?? text[...]
    guard let bytes = Base64URL.decode(String(id)), bytes.count >= 16 else { return nil }
    self.init(uncheckedID: String(id))
  }
}

/// A link that leads into the app: a universal link, a link of the app's own scheme, a scanned
/// QR code, or what a push names.
///
/// ```
/// https://bank.example/link#AAAAAAAAAAAAAAAAAAAAAA      a sign-in or an enrolment
/// https://bank.example/transaction#trx_1?account=acc_1  a transaction that waits
/// bankapp://transaction#trx_1                           the same, by an own scheme
/// ```
public enum AppLink: Sendable, Hashable {
  /// A sign-in of another screen, or an enrolment of this device: the server says which.
  case session(LinkAddress)
  /// A transaction that waits; its account, if the link or the push names it.
  case transaction(id: String, account: String?)

  /// Reads a link; nil if the text is no link of this app.
  ///
  /// - Parameters:
  ///   - text: What was tapped or scanned.
  ///   - server: The address of the app's server, with its prefix: `https://bank.example`. A web
  ///     link of another server is refused.
  ///   - scheme: The app's own scheme, without `://`; nil if it has none.
  public init?(_ text: String, server: String, scheme: String? = nil) {
    // A link is short: nothing longer is searched.
    guard text.utf8.count <= Self.longest, let path = Self.path(text, server, scheme) else {
      return nil
    }
    let parts = path.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch LinkPage(rawValue: String(parts[0])) {
    case .link:
      guard let link = LinkAddress(String(parts[1])) else { return nil }
      self = .session(link)
    case .transaction:
      let named = parts[1].split(
        separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      var account: String?
      if named.count == 2 {
        guard named[1].hasPrefix(Self.accountName) else { return nil }
        account = String(named[1].dropFirst(Self.accountName.count))
      }
      guard Self.isID(named[0]), account.map({ Self.isID($0[...]) }) ?? true else { return nil }
      self = .transaction(id: String(named[0]), account: account)
    case nil: return nil
    }
  }

  /// Reads the address of the server that a web link names, for a device that knows none yet.
  ///
  /// - Parameter text: What was scanned or typed.
  /// - Returns: The address with its prefix, to read the link with; nil if the text is no web link.
  public static func server(of text: String) -> String? {
    guard text.utf8.count <= longest else { return nil }
    let address = text.prefix { $0 != "#" }
    guard let scheme = ["https://", "http://"].first(where: address.hasPrefix),
      let page = LinkPage.allCases.first(where: { address.hasSuffix("/" + $0.rawValue) })
    else { return nil }
    let server = address.dropLast(page.rawValue.utf8.count + 1)
    return server.utf8.count > scheme.utf8.count ? String(server) : nil
  }

  /// The part after the server's address or the scheme; nil for another server or scheme.
  private static func path(_ text: String, _ server: String, _ scheme: String?) -> Substring? {
    if let scheme, !scheme.isEmpty {
      let start = scheme.lowercased() + "://"
      if text.prefix(start.count).lowercased() == start { return text.dropFirst(start.count) }
    }
    var server = server[...]
    while server.hasSuffix("/") { server = server.dropLast() }
    // The slash ends the host: https://bank.example.evil.example is another.
    let start = server + "/"
    return text.hasPrefix(start) ? text.dropFirst(start.count) : nil
  }

  /// Ids of the server are short words of base64url's letters.
  private static func isID(_ text: Substring) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static let accountName = "account="
  /// The length in bytes after which a text is no link.
  private static let longest = 2048
}
