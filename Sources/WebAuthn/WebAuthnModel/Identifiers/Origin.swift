/// The origin of a ceremony by the client's word: a web origin, or the name of a native app.
///
/// Only the canonical serialisation is an origin, since it is compared byte by byte: lower case,
/// no path, no default port. A web origin is `https`, or `http` on the loopback host alone.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// The origin as clients write it.
  public let text: String
  /// The kind of client, which vouches for the origin.
  public let kind: Kind

  /// The kind of client that vouches for an origin.
  ///
  /// A native app names itself, so its origin is no protection
  /// against phishing.
  public enum Kind: String, Sendable, Hashable {
    /// A browser wrote it.
    case web
    /// An Android app, by the hash of its signing key.
    case android
    /// An Apple app, by its bundle identifier.
    case apple
  }

  /// Reads an origin; nothing when it is not in canonical form.
  public init?(_ text: String) {
    guard let kind = Self.kind(of: text) else { return nil }
    self.text = text
    self.kind = kind
  }

  /// The text.
  public var description: String { text }

  /// The host of a web origin, without its port; nil for an app's.
  public var host: String? {
    guard kind == .web else { return nil }
    return String(Self.split(text.dropFirst(text.hasPrefix("https://") ? 8 : 7)).host)
  }

  /// The beginning of an Android app's origin.
  package static let androidPrefix = "android:apk-key-hash:"
  private static let applePrefix = "ios:bundle-id:"

  private static func kind(of text: String) -> Kind? {
    if text.hasPrefix(androidPrefix) {
      // As Android writes it: the SHA-256 of the certificate, base64url without padding.
      let hash = String(text.dropFirst(androidPrefix.count))
      guard let bytes = Base64URL.decode(hash), bytes.count == 32 else { return nil }
      return Base64URL.encode(bytes) == hash ? .android : nil
    }
    if text.hasPrefix(applePrefix) {
      let name = text.utf8.dropFirst(applePrefix.utf8.count)
      return !name.isEmpty && name.allSatisfy(isBundleByte) ? .apple : nil
    }
    if text.hasPrefix("https://") {
      return isAuthority(Substring(text.utf8.dropFirst(8)), defaultPort: "443") ? .web : nil
    }
    if text.hasPrefix("http://") {
      let authority = Substring(text.utf8.dropFirst(7))
      return isAuthority(authority, defaultPort: "80") && isLoopback(authority) ? .web : nil
    }
    return nil
  }

  private static func isAuthority(_ authority: Substring, defaultPort: String) -> Bool {
    let (host, port) = split(authority)
    if let port {
      guard let number = UInt16(port), number > 0, String(number) == port, port != defaultPort
      else { return false }
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      let address = host.dropFirst().dropLast().utf8
      return !address.isEmpty && address.allSatisfy(isAddressByte)
    }
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return host.utf8.count <= 253
      && labels.allSatisfy { 1...63 ~= $0.count && $0.allSatisfy(isHostByte) }
  }

  private static func isLoopback(_ authority: Substring) -> Bool {
    let host = split(authority).host
    return host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1"
      || host == "[::1]"
  }

  private static func split(_ authority: Substring) -> (host: Substring, port: Substring?) {
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
      authority.utf8.last != UInt8(ascii: "]")
    else { return (authority, nil) }
    return (authority[..<colon], authority[authority.utf8.index(after: colon)...])
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: ".")
  }

  private static func isBundleByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

extension Origin: Codable {
  /// Reads a text and refuses one that is no origin.
  public init(from decoder: any Decoder) throws {
    guard let origin = Origin(try decoder.singleValueContainer().decode(String.self)) else {
      throw JSONShapeError(path: "", problem: "must be an origin")
    }
    self = origin
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
