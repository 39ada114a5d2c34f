import Crypto
import Foundation
import NIOSSL
import ProgramTesting
import SwiftASN1
import X509

/// A key and a certificate of a mail server, made for one test and kept by none.
struct MailIdentity: Sendable {
  /// The file with the certificate, for who trusts it.
  let file: String
  let serverContext: NIOSSLContext

  /// Makes a certificate.
  ///
  /// - Parameters:
  ///   - names: The names that it is for.
  ///   - seconds: The time for which it is good, from now; negative for one that is over.
  ///   - folder: Where its file lies.
  /// - Throws: If the certificate cannot be made or written.
  init(
    for names: [GeneralName] = [.dnsName("localhost")], seconds: Double = 3600,
    in folder: TemporaryFolder
  ) throws {
    let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    let subject = try DistinguishedName { CommonName("mail") }
    let now = Date()
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
      notValidBefore: now - 7200, notValidAfter: now + seconds, issuer: subject,
      subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames(names)
      }, issuerPrivateKey: key)
    let text = try certificate.serializeAsPEM().pemString
    file = folder.file("\(UUID().uuidString).pem")
    try Data(text.utf8).write(to: URL(filePath: file))
    serverContext = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: [
          .certificate(try NIOSSLCertificate(bytes: Array(text.utf8), format: .pem))
        ],
        privateKey: .privateKey(
          try NIOSSLPrivateKey(
            bytes: Array(key.serializeAsPEM().pemString.utf8), format: .pem))))
  }
}
