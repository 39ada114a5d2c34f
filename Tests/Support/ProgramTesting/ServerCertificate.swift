import Foundation

/// The certificate of a server, by an authority that `openssl` made for it alone.
package final class ServerCertificate: Sendable {
  /// The file with the certificate of the authority, which goes with this.
  package let authorityFile: String
  /// The server's certificate, in PEM.
  package let certificate: String
  /// Its private key, in PEM: a secret of the test.
  package let key: String
  private let folder: URL

  /// Has `openssl` make an authority and a certificate for a host.
  ///
  /// - Throws: ``NotReady`` if it fails.
  package init(forHost host: String) throws {
    let folder = URL(filePath: NSTemporaryDirectory())
      .appending(path: "certificate-\(UUID().uuidString.prefix(8))")
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func path(_ name: String) -> String {
      folder.appending(path: name).path(percentEncoded: false)
    }
    func make(_ name: String, _ arguments: [String]) throws {
      // What it says of its progress is nothing for a test's output.
      let common = [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-keyout", path("\(name).key"), "-out", path("\(name).pem"),
      ]
      try ChildProcess("openssl", common + arguments).requireSuccess()
    }
    try make("authority", ["-subj", "/CN=Authority of \(host)"])
    try make(
      "server",
      [
        "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-addext",
        "basicConstraints=critical,CA:FALSE", "-CA", path("authority.pem"), "-CAkey",
        path("authority.key"),
      ])
    authorityFile = path("authority.pem")
    certificate = try String(contentsOfFile: path("server.pem"), encoding: .utf8)
    key = try String(contentsOfFile: path("server.key"), encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
