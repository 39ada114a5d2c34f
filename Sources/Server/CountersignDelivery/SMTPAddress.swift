import Foundation
import WireModel

/// The address of a server that takes mail for submission (RFC 6409), and the way there.
///
/// | text | protection |
/// |---|---|
/// | `smtps://user@mail.example.com` | TLS from the first byte, port 465 (RFC 8314) |
/// | `smtp://user@mail.example.com` | TLS by `STARTTLS`, always, port 587 (RFC 3207) |
/// | `smtp://localhost:1025` | no TLS, to this machine alone, without a user |
public struct SMTPAddress: Sendable, Hashable {
  /// The protection of a connection.
  public enum Protection: Sendable, Hashable {
    /// TLS from the first byte.
    case tls
    /// TLS by `STARTTLS`: a server that does not offer it gets no mail.
    case startTLS
    /// No TLS. The connection ends before a word is said unless it leads to this machine.
    case none
  }

  /// The name or IP address, for which the server's certificate has to be.
  public let host: String
  /// The port, from 1 to 65535.
  public let port: Int
  /// The protection of a connection.
  public let protection: Protection
  /// The user who signs in; nil if nobody does.
  public let user: String?

  /// Makes an address of its parts.
  ///
  /// - Parameters:
  ///   - host: A name or an IP address, the latter without brackets.
  ///   - port: The port; nil for the protection's own.
  ///   - protection: The protection of a connection.
  ///   - user: The user who signs in; nil if nobody does.
  /// - Throws: ``SMTPAddressError`` if a part is of no use, or a password would go in the clear.
  public init(
    host: String, port: Int? = nil, protection: Protection, user: String? = nil
  ) throws(SMTPAddressError) {
    guard !host.isEmpty, host.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw SMTPAddressError(code: .host, problem: "it names no host in plain letters")
    }
    guard protection != .none || ProtectedAddress.isThisMachine(host) else {
      throw SMTPAddressError(code: .insecure, problem: "mail would go there in the clear")
    }
    let port = port ?? (protection == .tls ? 465 : 587)
    guard 1...65_535 ~= port else {
      throw SMTPAddressError(code: .port, problem: "its port is not from 1 to 65535")
    }
    if let user {
      guard !user.isEmpty, user.utf8.count <= 256,
        user.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { throw SMTPAddressError(code: .user, problem: "it names no user who could sign in") }
      guard protection != .none else {
        throw SMTPAddressError(
          code: .insecure, problem: "a password would go there without TLS")
      }
    }
    (self.host, self.port, self.protection, self.user) = (host, port, protection, user)
  }

  /// Reads an address as a URL.
  ///
  /// - Parameter text: The URL, as in the table above. It holds no password, which others could
  ///   read in a list of processes.
  /// - Throws: ``SMTPAddressError`` for any other text.
  public init(_ text: String) throws(SMTPAddressError) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme,
      let host = parts.host, ["", "/"].contains(parts.path), parts.query == nil,
      parts.fragment == nil
    else { throw SMTPAddressError(code: .form, problem: "it is no address of a mail server") }
    guard parts.password == nil else {
      throw SMTPAddressError(code: .password, problem: "it holds a password")
    }
    // An IPv6 address stands in brackets there, and in no others.
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let protection: Protection
    switch scheme.lowercased() {
    case "smtps": protection = .tls
    case "smtp": protection = ProtectedAddress.isThisMachine(bare) ? .none : .startTLS
    default:
      throw SMTPAddressError(code: .scheme, problem: "its scheme is neither smtps nor smtp")
    }
    try self.init(host: bare, port: parts.port, protection: protection, user: parts.user)
  }
}

/// The fault of an ``SMTPAddress``, or of the text beside it; it repeats nothing of it.
public struct SMTPAddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of fault.
  public struct Code: Sendable, Hashable {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// It is no URL of a server.
    public static let form = Code("form")
    /// The scheme is another one.
    public static let scheme = Code("scheme")
    /// The host is missing or cannot be one.
    public static let host = Code("host")
    /// The port is out of range.
    public static let port = Code("port")
    /// The user cannot be one.
    public static let user = Code("user")
    /// A password stands in the address, is missing, or has no user.
    public static let password = Code("password")
    /// Mail or a password would go there without TLS.
    public static let insecure = Code("insecure")
    /// The sender is no address that mail can come from.
    public static let sender = Code("sender")
    /// The certificates to trust cannot be read.
    public static let roots = Code("roots")
  }

  /// The kind of fault.
  public let code: Code
  /// The fault in words, about the address.
  public let problem: String

  package init(code: Code, problem: String) {
    self.code = code
    self.problem = problem
  }

  /// The fault in words.
  public var description: String { problem }
}
