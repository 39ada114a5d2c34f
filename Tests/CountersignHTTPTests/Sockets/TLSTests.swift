import AsyncHTTPClient
import CountersignHTTP
import CountersignTLS
import CountersignTesting
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import SwiftASN1
import Testing
import WireModel
import X509

@Suite("Over TLS", .timeLimit(.minutes(5)))
struct TLSTests {
  @Test("three calls send money, and browsers are told to come by TLS only")
  func threeCalls() async throws {
    let harness = try await ServiceHarness()
    let identity = try TestIdentity(in: harness.directory)
    try await RunningServer.run(
      harness, settings: identity.settings, client: identity.client
    ) { server in
      try await sendWithToken(harness, server.send)
      let response = try await server.client.execute(
        HTTPClientRequest(url: "https://localhost:\(server.port)/health/live"),
        timeout: .seconds(20))
      #expect(response.headers.first(name: "Strict-Transport-Security") != nil)
    }
  }

  @Test("a body that does not come is told so")
  func slowBody() async throws {
    let harness = try await ServiceHarness()
    let identity = try TestIdentity(in: harness.directory)
    var settings = identity.settings
    settings.bodySeconds = 1
    try await RunningServer.run(harness, settings: settings, client: identity.client) { server in
      let (pieces, continuation) = AsyncStream<ByteBuffer>.makeStream()
      continuation.yield(ByteBuffer(string: "{\"a\""))
      var request = HTTPClientRequest(url: "https://localhost:\(server.port)/accounts")
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .stream(pieces, length: .known(Int64(10)))
      let response = try await server.client.execute(request, timeout: .seconds(20))
      #expect(response.status.code == 408)
      continuation.finish()
    }
  }

  // Holds: input
  @Test("a handshake that does not go on ends its connection, and others are served meanwhile")
  func slowHandshake() async throws {
    let harness = try await ServiceHarness { $0.requests.connections = 4 }
    let identity = try TestIdentity(in: harness.directory)
    var settings = identity.settings
    (settings.headSeconds, settings.idleSeconds) = (1, 3600)
    try await RunningServer.run(harness, settings: settings, client: identity.client) { server in
      let held = try (0..<8).map { index in
        let connection = try RawConnection(port: server.port)
        // The beginning of a handshake record, or nothing at all.
        if index.isMultiple(of: 2) { connection.send("\u{16}\u{3}\u{1}\u{1}\u{0}\u{1}") }
        return connection
      }
      #expect(try await server.send(WireRequest(.live)).status == 200)
      for connection in held { #expect(await connection.readToEnd().isEmpty) }
      #expect(try await server.send(WireRequest(.live)).status == 200)
    }
  }
}

/// A key and a certificate for localhost, made for one test and kept by none.
struct TestIdentity {
  let settings: ServerSettings
  let client: HTTPClient.Configuration

  /// A certificate and its key, and where they lie.
  struct Files {
    let certificateFile: String
    let keyFile: String
    let certificate: String
    let key: String
  }

  init(in folder: URL) throws {
    let files = try Self.files(in: folder)
    var settings = ServerSettings()
    settings.protection = .tls(certificateFile: files.certificateFile, keyFile: files.keyFile)
    self.settings = settings
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates([
      try NIOSSLCertificate(bytes: Array(files.certificate.utf8), format: .pem)
    ])
    client = HTTPClient.Configuration(tlsConfiguration: tls)
  }

  /// Writes a new key and its certificate into a folder.
  static func files(in folder: URL) throws -> Files {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let name = try DistinguishedName { CommonName("localhost") }
    let now = Date()
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: now - 60, notValidAfter: now + 3600, issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.dnsName("localhost")])
      }, issuerPrivateKey: key)
    let (certificateFile, keyFile) = (
      folder.appending(path: "chain.pem"), folder.appending(path: "key.pem")
    )
    let files = Files(
      certificateFile: certificateFile.path, keyFile: keyFile.path,
      certificate: try certificate.serializeAsPEM().pemString + "\n",
      key: try key.serializeAsPEM().pemString)
    try Data(files.certificate.utf8).write(to: certificateFile)
    try Data(files.key.utf8).write(to: keyFile)
    return files
  }
}
