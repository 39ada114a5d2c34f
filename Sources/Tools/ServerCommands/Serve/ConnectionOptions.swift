import CountersignCore
import CountersignHTTP
import ToolSupport
import WireModel

/// Reads the options of how connections are protected, and who stands in front of the server.
enum ConnectionOptions {
  /// The protection of connections at an address.
  ///
  /// - Throws: `CommandFailure` where several options contradict each other, and for plain HTTP to
  ///   other machines that nobody asked for.
  static func protection(
    _ settings: ServeSettings, host: String, _ proxies: TrustedProxies
  ) throws -> ServerSettings.Protection {
    let (behindTLS, plain) = (
      try settings.flag("behind.tls"), try settings.flag("plain.http.to.networks")
    )
    switch (settings.text("tls.certificate"), settings.text("tls.key")) {
    case (.some(let certificate), .some(let key)):
      guard !behindTLS, !plain else {
        throw CommandFailure(
          .wrongUse, "TLS cannot end here and elsewhere",
          hint: "leave out --behind-tls and --plain-http-to-networks; --trusted-proxy can stay")
      }
      return try ProgramTLS.required(by: "--tls-certificate").protection(certificate, key)
    case (nil, nil): return try withoutCertificate(behindTLS, plain, host, proxies)
    default:
      throw CommandFailure(
        .wrongUse, "TLS needs a certificate and its key",
        hint: "give both --tls-certificate and --tls-key")
    }
  }

  private static func withoutCertificate(
    _ behindTLS: Bool, _ plain: Bool, _ host: String, _ proxies: TrustedProxies
  ) throws -> ServerSettings.Protection {
    switch (behindTLS, plain) {
    case (true, true):
      throw CommandFailure(
        .wrongUse, "what comes by TLS does not come without it",
        hint: "leave out --plain-http-to-networks")
    case (true, false):
      guard proxies != .none else {
        throw CommandFailure(
          .wrongUse, "--behind-tls needs to know where TLS ends",
          hint: "name the proxy with --trusted-proxy, as in 10.0.0.0/8; else all requests count "
            + "as the proxy's own")
      }
      return .behindTLS
    case (false, true): return .plainHTTPToNetworks
    case (false, false):
      guard ProtectedAddress.isThisMachine(host) else {
        throw CommandFailure(
          .wrongUse, "PINs, codes and tokens would cross the network in the clear at \(host)",
          hint: "give --tls-certificate and --tls-key; or --behind-tls where a proxy ends TLS, or "
            + "--plain-http-to-networks where the network protects itself")
      }
      return .none
    }
  }

  /// The proxies in front of the server.
  static func proxies(_ settings: ServeSettings) throws -> TrustedProxies {
    let ranges = try settings.texts("trusted.proxy").map { text in
      do {
        return try AddressRange(text)
      } catch {
        throw CommandFailure(
          .wrongUse, "--trusted-proxy cannot be \(text)",
          hint: "write an address or a network such as 10.0.0.0/8, with no bits set behind its "
            + "prefix; all addresses at once are trusted by nobody")
      }
    }
    guard let name = settings.text("proxy.field") else { return TrustedProxies(ranges) }
    guard let field = TrustedProxies.Field(rawValue: name.lowercased()) else {
      let names = TrustedProxies.Field.allCases.map(\.rawValue).joined(separator: " or ")
      throw CommandFailure(
        .wrongUse, "no proxy is known to write \(name)", hint: "give \(names)")
    }
    guard !ranges.isEmpty else {
      throw CommandFailure(
        .wrongUse, "--proxy-field is of no use without a proxy",
        hint: "name the proxies with --trusted-proxy")
    }
    return TrustedProxies(ranges, field: field)
  }
}
