@_exported public import CountersignCommands
import CountersignTLS
import CountersignTransport

extension ProgramTLS {
  /// TLS of the server's own port, of its requests and its mail, and of the phone.
  public static let standard = ProgramTLS(
    transport: { HTTPTransport(address: $0) }, client: { .client() },
    protection: { .tls(certificateFile: $0, keyFile: $1) },
    mail: { try SMTPMessenger(address: $0, password: $1, sender: $2) })
}
