import CountersignDelivery
import NIOCore
import NIOSSL

/// The protection of connections to one mail server.
struct SMTPSecurity: Sendable {
  private let host: String
  private let context: NIOSSLContext?

  /// Prepares TLS where the address has it: at least 1.2, with the certificate and its name
  /// verified.
  ///
  /// - Throws: `SMTPAddressError` if the certificates to trust cannot be read.
  init(_ address: SMTPAddress, roots: SMTPTrustRoots) throws(SMTPAddressError) {
    host = address.host
    guard address.protection != .none else {
      context = nil
      return
    }
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.certificateVerification = .fullVerification
    do {
      switch roots {
      case .system: break
      case .file(let path):
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(path))
      }
      context = try NIOSSLContext(configuration: configuration)
    } catch {
      throw SMTPAddressError(
        code: .roots, problem: "the certificates to trust there cannot be read")
    }
  }

  /// A handler of TLS for one connection; nil if there is no TLS.
  func handler() throws -> NIOSSLClientHandler? {
    guard let context else { return nil }
    // A certificate can be for an address too: then that of the connection has to be in it.
    let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
    return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
  }

  /// Tells whether a connection may go to an address: without TLS to this machine alone.
  func takes(_ address: SocketAddress?) -> Bool {
    context != nil || address?.isLoopback == true
  }

  /// The cause of a broken connection, for a log.
  static func reason(of error: any Error) -> String {
    switch error {
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      "the mail server's certificate is for another name"
    case NIOSSLError.handshakeFailed:
      "no TLS with the mail server: its certificate is not trusted, or it speaks none"
    default: "the connection to the mail server broke: \(type(of: error))"
    }
  }
}

extension SocketAddress {
  /// The address as a client presents itself by it (RFC 5321, 4.1.3); nil for one of no network.
  var literal: String? {
    switch self {
    case .v4: ipAddress.map { "[\($0)]" }
    // A zone, as in fe80::1%eth0, is of this machine alone.
    case .v6: ipAddress.map { "[IPv6:\($0.prefix { $0 != "%" })]" }
    case .unixDomainSocket: nil
    }
  }

  /// Leads to this machine and no further.
  fileprivate var isLoopback: Bool {
    switch self {
    case .v4, .v6:
      guard let text = ipAddress else { return false }
      return text.hasPrefix("127.") || text == "::1" || text.hasPrefix("::ffff:127.")
    case .unixDomainSocket: return false
    }
  }
}
