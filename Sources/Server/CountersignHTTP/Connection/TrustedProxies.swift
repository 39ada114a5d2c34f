import CountersignCore
import HTTPTypes
import NIOCore

/// The proxies in front of a server, which alone are believed when they say where a request came
/// from.
///
/// A field that comes from anywhere else, or that no proxy was named for, changes nothing.
///
/// ```swift
/// settings.trustedProxies = TrustedProxies([try AddressRange("10.0.0.0/8")])
/// ```
public struct TrustedProxies: Sendable, Hashable {
  /// The field by which the proxies say it.
  ///
  /// One of the two only: a proxy that writes the one hands the other on as the client sent it.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// `X-Forwarded-For`.
    case xForwardedFor = "x-forwarded-for"
    /// `Forwarded` (RFC 7239).
    case forwarded
  }

  /// The proxies' addresses.
  public var ranges: [AddressRange]
  /// The field that they write.
  public var field: Field

  /// Proxies at these addresses.
  public init(_ ranges: [AddressRange], field: Field = .xForwardedFor) {
    (self.ranges, self.field) = (ranges, field)
  }

  /// No proxy: the other end of each connection is who asks.
  public static let none = TrustedProxies([])

  /// The address that a request came from: the rightmost one that is no trusted proxy's.
  ///
  /// Each proxy adds the address that it heard from at the right, so whatever a client itself wrote
  /// stands further left, and is never reached. Where there is none, or what stands there is no
  /// address, the proxy counts.
  func client(of peer: NetworkAddress, _ fields: HTTPFields) -> NetworkAddress {
    guard trust(peer) else { return peer }
    for hop in hops(fields).reversed() {
      guard let hop else { return peer }
      if !trust(hop) { return hop }
    }
    return peer
  }

  /// The network that a request came from; that of this machine where its connection has no
  /// address.
  func network(of peer: SocketAddress?, _ fields: HTTPFields) -> RequesterNetwork {
    guard let peer else { return .local }
    let client = client(of: NetworkAddress(peer), fields)
    if case .unixDomainSocket = peer, client == .thisMachine { return .local }
    return client.network
  }

  /// Tells if an address is one of the proxies'.
  func trust(_ address: NetworkAddress) -> Bool {
    ranges.contains { $0.contains(address) }
  }

  /// The addresses of the field from left to right; nil for each that is none.
  private func hops(_ fields: HTTPFields) -> [NetworkAddress?] {
    switch field {
    case .xForwardedFor:
      fields[values: .xForwardedFor]
        .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .map { Self.node(Self.trimmed($0)) }
    case .forwarded: fields[values: .forwarded].flatMap(ForwardedElements.clients)
    }
  }

  /// An address, with a port or without: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`,
  /// `[2001:db8::1]:80`.
  static func node(_ text: Substring) -> NetworkAddress? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else {
        return nil
      }
      let inner = text[text.index(after: text.startIndex)..<end]
      return inner.contains(":") ? NetworkAddress(inner) : nil
    }
    guard let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") else {
      return NetworkAddress(text)
    }
    return isPort(text[colon...]) ? NetworkAddress(text[..<colon]) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    let digits = text.dropFirst()
    return text.first == ":" && (1...5).contains(digits.utf8.count)
      && digits.utf8.allSatisfy(\.isASCIIDigit)
  }

  static func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " || $0 == "\t" }
    guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return rest[...last]
  }
}

/// The elements of a `Forwarded` field (RFC 7239, section 4).
enum ForwardedElements {
  /// The client of each element from left to right; nil for one that names none by its address,
  /// twice, or in another form.
  static func clients(_ value: String) -> [NetworkAddress?] {
    guard let elements = split(Substring(value), at: ",") else { return [nil] }
    return elements.map(client)
  }

  private static func client(_ element: Substring) -> NetworkAddress? {
    guard let pairs = split(element, at: ";") else { return nil }
    var found: Substring?
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      guard TrustedProxies.trimmed(pair[..<equals]).lowercased() == "for" else { continue }
      guard found == nil else { return nil }
      found = TrustedProxies.trimmed(pair[pair.index(after: equals)...])
    }
    guard let found, let text = unquoted(found) else { return nil }
    return TrustedProxies.node(text)
  }

  /// The parts between separators that stand outside quotes; nil where a quote has no end.
  private static func split(_ text: Substring, at separator: Character) -> [Substring]? {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return isQuoted ? nil : parts + [text[start...]]
  }

  /// The text between quotes, or all of one that has none; an address needs no escapes.
  private static func unquoted(_ text: Substring) -> Substring? {
    guard text.first == "\"" else { return text.contains("\"") ? nil : text }
    let inner = text.dropFirst().dropLast()
    return text.count >= 2 && text.last == "\"" && !inner.contains { $0 == "\"" || $0 == "\\" }
      ? inner : nil
  }
}

extension HTTPField.Name {
  /// Says which addresses a request came over, in the form that most proxies write.
  static let xForwardedFor = unchecked("X-Forwarded-For")
  /// Says it in the form of RFC 7239.
  static let forwarded = unchecked("Forwarded")
}
