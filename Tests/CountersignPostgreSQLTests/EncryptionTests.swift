import CountersignPostgreSQL
import ProgramTesting
import Testing

/// TLS to a server whose authority and certificate `openssl` made.
@Suite("The way to a database is encrypted and verified", .timeLimit(.minutes(2)))
struct EncryptionTests {
  private static let host = "db.countersign.test"

  /// An address over TCP, with the name that the certificate is to have.
  private static func address(
    _ server: PrivatePostgreSQL, host: String = host, trusting certificate: ServerCertificate
  ) -> String {
    "postgres://countersign@\(host):\(server.port)/postgres?hostaddr=127.0.0.1"
      + "&sslmode=verify-full&sslrootcert=\(certificate.authorityFile)"
  }

  @Test("the right certificate lets a store in; another authority's or another host's does not")
  func verified() async throws {
    let server = try PrivatePostgreSQL(listens: true, settings: ["fsync=off"])
    let own = try ServerCertificate(forHost: Self.host)
    let foreign = try ServerCertificate(forHost: Self.host)

    let plain = Notes.failure(Self.address(server, trusting: own))
    #expect(plain?.code == .unavailable, "\(plain as Any)")
    #expect(plain?.reason.contains("does not support SSL") == true, "\(plain as Any)")

    try server.useCertificate(own)
    // The server reads its settings a moment later.
    var opened: PostgreSQLStore?
    while opened == nil { opened = try? Notes.open(Self.address(server, trusting: own)) }
    let encrypted = try await opened?.rows(
      "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", [])
    #expect(try encrypted?.first?.flag(0) == true)

    let byAnother = Notes.failure(Self.address(server, trusting: foreign))
    #expect(byAnother?.reason.contains("certificate verify failed") == true, "\(byAnother as Any)")
    #expect(byAnother?.reason.contains("authority in the file of sslrootcert") == true)

    let forAnother = Notes.failure(
      Self.address(server, host: "other.countersign.test", trusting: own))
    #expect(forAnother?.reason.contains("does not match host name") == true, "\(forAnother as Any)")
    #expect(forAnother?.reason.contains("a certificate for this host") == true)
  }
}
