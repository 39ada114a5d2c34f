package import WebAuthnModel

/// Checks the origins and the relying party's id that a server is given.
package enum OriginRules {
  /// The origins, each in canonical form; http only on this machine.
  package static func origins(_ texts: [String]) throws -> [Origin] {
    try texts.map { text in
      guard let origin = Origin(text) else {
        let isPlain = text.lowercased().hasPrefix("http://")
        throw CommandFailure(
          .wrongUse, "the origin \(text) cannot be used",
          hint: isPlain
            ? "passkeys need https, except on http://localhost; so does all that is sent there"
            : "write it as in https://pay.example.com: lower case, no path, no default port")
      }
      return origin
    }
  }

  /// The relying party's id: each web origin's host, or a domain above it; for apps alone the
  /// domain that is given.
  package static func relyingPartyID(_ text: String?, for origins: [Origin]) throws
    -> RelyingPartyID
  {
    let hosts = origins.filter { $0.kind == .web }.map(host)
    if hosts.isEmpty, !origins.isEmpty { return try relyingPartyID(ofApps: text) }
    let id = text ?? hosts.first ?? "localhost"
    for host in hosts.isEmpty ? ["localhost"] : hosts
    where host != id && !host.hasSuffix("." + id) {
      throw CommandFailure(
        .wrongUse, "the relying party id \(id) is not that of the origin at \(host)",
        hint: "it must be the origin's host or a domain above it; give --rp-id")
    }
    return RelyingPartyID(id)
  }

  /// The domain that names apps as its own: their origins say nothing of it.
  private static func relyingPartyID(ofApps text: String?) throws -> RelyingPartyID {
    guard let text else {
      throw CommandFailure(
        .wrongUse, "the origins of apps alone say no relying party id",
        hint: "give --rp-id, the domain that names the apps as its own, as in example.com")
    }
    // As the host of an origin: lower case, and nothing beside it.
    guard Origin("https://" + text) != nil, !text.contains(":") else {
      throw CommandFailure(
        .wrongUse, "the relying party id \(text) is no domain",
        hint: "write it as in example.com: lower case, no scheme, no port")
    }
    return RelyingPartyID(text)
  }

  private static func host(_ origin: Origin) -> String {
    let authority = origin.text.split(separator: "//", maxSplits: 1).last ?? ""
    guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else {
      return String(authority)
    }
    return String(authority[..<colon])
  }
}
