import Foundation

/// Where orders go, taken apart once.
struct OrderAddress: Sendable, Hashable {
  /// The host's name or address, without brackets.
  let host: String
  let port: Int
  let isSecure: Bool
  /// The path of orders.
  let path: String
  /// What `Host` says.
  let authority: String

  /// Reads a supplier's address; nil for what is none over HTTP.
  init?(_ text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https",
      let named = url.host(percentEncoded: false), !named.isEmpty
    else { return nil }
    host = named.hasPrefix("[") ? String(named.dropFirst().dropLast()) : named
    isSecure = scheme == "https"
    port = url.port ?? (isSecure ? 443 : 80)
    let base = url.path(percentEncoded: true)
    path = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/topups"
    let bracketed = host.contains(":") ? "[\(host)]" : host
    authority = url.port.map { "\(bracketed):\($0)" } ?? bracketed
  }
}
