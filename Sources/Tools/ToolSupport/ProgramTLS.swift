package import CountersignClient
package import CountersignCore
package import CountersignDelivery
package import CountersignHTTP
package import WireModel

/// The TLS of a program: `CountersignCommandsTLS` has it.
///
/// A program without it builds no TLS. It speaks plain HTTP to this machine and refuses all that
/// needs more.
public struct ProgramTLS: Sendable {
  /// A phone's way to a server.
  package let transport: @Sendable (ServerAddress) -> any Transport
  /// The client of the server's own requests.
  package let client: @Sendable () -> OutgoingHTTP
  /// TLS that the server ends, with a certificate chain and its key.
  package let protection: @Sendable (String, String) -> ServerSettings.Protection
  /// Mail by a mail server, with the user's password and the sender.
  package let mail: @Sendable (SMTPAddress, SecretText?, String) throws -> any Messenger

  package init(
    transport: @escaping @Sendable (ServerAddress) -> any Transport,
    client: @escaping @Sendable () -> OutgoingHTTP,
    protection: @escaping @Sendable (String, String) -> ServerSettings.Protection,
    mail: @escaping @Sendable (SMTPAddress, SecretText?, String) throws -> any Messenger
  ) {
    (self.transport, self.client) = (transport, client)
    (self.protection, self.mail) = (protection, mail)
  }

  /// The TLS of this program, which its entry point sets; nil in a program without it.
  @TaskLocal package static var current: ProgramTLS?

  /// The TLS of this program, which a caller cannot do without.
  ///
  /// - Parameter subject: What needs it, as an option of the command line.
  /// - Returns: The TLS of this program.
  /// - Throws: `CommandFailure` in a program without it.
  package static func required(by subject: String) throws(CommandFailure) -> ProgramTLS {
    guard let current else {
      throw CommandFailure(
        .wrongUse, "\(subject) needs TLS, which this program is built without",
        hint: "build the program with CountersignCommandsTLS, or use http to this machine")
    }
    return current
  }
}
