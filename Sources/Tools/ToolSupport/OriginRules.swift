package import WebAuthnModel

/// Checks the origins and the relying party's id that a server is given.
package enum OriginRules {
  /// The origins, each in canonical form; http only on this machine.
  ///
  /// - Throws: `CommandFailure`, also for an IP address, at which browsers make no passkey.
  package static func origins(_ texts: [String]) throws -> [Origin] {
    try texts.map { text in
      guard let origin = Origin(text) else {
        throw CommandFailure(
          .wrongUse, "the origin \(text) cannot be used", hint: hint(forOrigin: text))
      }
      if origin.kind == .web, !RelyingPartyID(host(origin)).isDomain {
        throw CommandFailure(
          .wrongUse, "the origin \(text) has an IP address, for which browsers make no passkey",
          hint: "give a name, as in https://pay.example.com, or http://localhost on this machine")
      }
      return origin
    }
  }

  private static func hint(forOrigin text: String) -> String {
    if text.hasPrefix(Origin.androidPrefix) {
      let hash = sha256(in: String(text.dropFirst(Origin.androidPrefix.count)))
      return hash.map { "write \(Origin.androidPrefix)\($0)" }
        ?? "write \(Origin.androidPrefix) and the SHA-256 of the certificate that signs the app, "
        + "as base64url without padding: 43 characters"
    }
    if text.lowercased().hasPrefix("http://") {
      return "passkeys need https, except on http://localhost; so does all that is sent there"
    }
    return "write it as in https://pay.example.com: lower case, no path, no default port"
  }

  /// The hash in another form, as Android has it: keytool writes `AB:CD:…`, others pad it.
  private static func sha256(in text: String) -> String? {
    let digits = text.filter { $0 != ":" }
    if digits.count == 64, digits.allSatisfy(\.isHexDigit) {
      let characters = Array(digits)
      let bytes = stride(from: 0, to: 64, by: 2).compactMap { index in
        UInt8(String(characters[index...index + 1]), radix: 16)
      }
      return Base64URL.encode(bytes)
    }
    guard let bytes = Base64URL.decode(text), bytes.count == 32 else { return nil }
    return Base64URL.encode(bytes)
  }

  /// The relying party's id: each web origin's host, or a domain above it; for apps alone the
  /// domain that is given.
  package static func relyingPartyID(_ text: String?, for origins: [Origin]) throws
    -> RelyingPartyID
  {
    let pages = origins.filter { $0.kind == .web }
    if pages.isEmpty, !origins.isEmpty { return try relyingPartyID(ofApps: text) }
    let id = RelyingPartyID(text ?? pages.first.map(host) ?? "localhost")
    if pages.isEmpty, id.text != "localhost" { throw elsewhere(id, "localhost") }
    for origin in pages where !id.covers(origin) {
      guard !host(origin).hasSuffix("." + id.text) else { throw publicSuffix(id) }
      throw elsewhere(id, host(origin))
    }
    return id
  }

  /// The domain that names apps as its own: their origins say nothing of it.
  private static func relyingPartyID(ofApps text: String?) throws -> RelyingPartyID {
    guard let text else {
      throw CommandFailure(
        .wrongUse, "the origins of apps alone say no relying party id",
        hint: "give --rp-id, the domain that names the apps as its own, as in example.com")
    }
    let id = RelyingPartyID(text)
    guard id.isDomain else {
      throw CommandFailure(
        .wrongUse, "the relying party id \(text) is no domain",
        hint: "write it as in example.com: lower case, no scheme, no port, and no IP address")
    }
    guard !id.isPublicSuffix else { throw publicSuffix(id) }
    return id
  }

  private static func elsewhere(_ id: RelyingPartyID, _ host: String) -> CommandFailure {
    CommandFailure(
      .wrongUse, "the relying party id \(id.text) is not that of the origin at \(host)",
      hint: "it must be the origin's host or a domain above it; give --rp-id")
  }

  private static func publicSuffix(_ id: RelyingPartyID) -> CommandFailure {
    CommandFailure(
      .wrongUse, "under \(id.text) anybody registers a domain: browsers make no passkey for it",
      hint: "give --rp-id, a domain of your own, as in example.\(id.text)")
  }

  private static func host(_ origin: Origin) -> String {
    let authority = origin.text.split(separator: "//", maxSplits: 1).last ?? ""
    guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else {
      return String(authority)
    }
    return String(authority[..<colon])
  }
}
