import AsyncHTTPClient
import CountersignHTTP
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
}

/// A key and a certificate for localhost, made for one test and kept by none.
struct TestIdentity {
  let settings: ServerSettings
  let client: HTTPClient.Configuration

  init(in folder: URL) throws {
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
    let certificateText = try certificate.serializeAsPEM().pemString
    let certificateFile = folder.appending(path: "chain.pem")
    let keyFile = folder.appending(path: "key.pem")
    try Data(certificateText.utf8).write(to: certificateFile)
    try Data(key.serializeAsPEM().pemString.utf8).write(to: keyFile)
    var settings = ServerSettings()
    settings.protection = .tls(certificateFile: certificateFile.path, keyFile: keyFile.path)
    self.settings = settings
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates([
      try NIOSSLCertificate(bytes: Array(certificateText.utf8), format: .pem)
    ])
    client = HTTPClient.Configuration(tlsConfiguration: tls)
  }
}
