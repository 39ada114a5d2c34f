public import CountersignHTTP
import Foundation
import HummingbirdCore
import HummingbirdTLS
import NIOSSL

extension ServerSettings.Protection {
  /// By TLS that the server's own port ends, at least 1.2, with a certificate chain and its key in
  /// PEM files.
  ///
  /// The files are read when the server starts, which throws `TLSFileError` where they are of no
  /// use.
  public static func tls(
    certificateFile: String, keyFile: String
  ) -> ServerSettings.Protection {
    .tls(
      TLSTermination(certificateFile: certificateFile, keyFile: keyFile) { plain in
        try .tls(
          plain,
          tlsConfiguration: try TLSFiles.configuration(
            certificateFile: certificateFile, keyFile: keyFile))
      })
  }
}

/// Reads the files with which a server ends TLS.
enum TLSFiles {
  /// The configuration of a server with these files.
  ///
  /// - Throws: `TLSFileError`.
  static func configuration(
    certificateFile: String, keyFile: String
  ) throws(TLSFileError) -> TLSConfiguration {
    let chain = try certificates(certificateFile)
    let key = try key(keyFile)
    let configuration = configuration(chain, key)
    guard (try? NIOSSLContext(configuration: configuration)) == nil else { return configuration }
    // The library tells a key of another certificate from nothing else: each one is tried alone.
    let place = chain.indices.dropFirst().first { index in
      (try? NIOSSLContext(configuration: self.configuration([chain[index]], key))) != nil
    }
    if let place {
      throw TLSFileError(
        file: certificateFile,
        problem: "the server's own certificate is number \(place + 1) of \(chain.count)",
        hint: "put it first, and behind it each certificate that signed the one before")
    }
    throw TLSFileError(
      file: keyFile, problem: "the key belongs to another certificate than \(certificateFile)",
      hint: "give the key that the certificate was requested with")
  }

  private static func configuration(
    _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey
  ) -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    return configuration
  }

  private static func certificates(_ file: String) throws(TLSFileError) -> [NIOSSLCertificate] {
    let (bytes, text) = try read(file)
    guard text.contains("-----BEGIN CERTIFICATE-----") else {
      throw TLSFileError(
        file: file,
        problem: text.contains("PRIVATE KEY-----")
          ? "it holds a private key and no certificate" : "it holds no certificate in PEM",
        hint: "give the chain in PEM, which begins with -----BEGIN CERTIFICATE-----; openssl x509 "
          + "-inform der makes it of another form")
    }
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
      throw TLSFileError(
        file: file, problem: "a certificate in it cannot be read",
        hint: "look at it with openssl x509 -noout -text -in \(file)")
    }
    return chain
  }

  private static func key(_ file: String) throws(TLSFileError) -> NIOSSLPrivateKey {
    let (bytes, text) = try read(file)
    guard text.contains("PRIVATE KEY-----") else {
      throw TLSFileError(
        file: file,
        problem: text.contains("-----BEGIN CERTIFICATE-----")
          ? "it holds a certificate and no private key" : "it holds no private key in PEM",
        hint: "give the key in PEM; openssl pkey -inform der makes it of another form")
    }
    guard !text.contains("ENCRYPTED") else {
      throw TLSFileError(
        file: file, problem: "the key is encrypted, and nobody is there to say its passphrase",
        hint: "openssl pkey -in \(file) -out NEW-FILE takes it off; keep that file to its owner")
    }
    guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
      throw TLSFileError(
        file: file, problem: "the key cannot be read",
        hint: "look at it with openssl pkey -noout -check -in \(file)")
    }
    return key
  }

  /// The content of a file, as bytes and as text.
  private static func read(_ file: String) throws(TLSFileError) -> ([UInt8], String) {
    let bytes: [UInt8]
    do {
      bytes = Array(try Data(contentsOf: URL(filePath: file)))
    } catch {
      let isThere = FileManager.default.fileExists(atPath: file)
      throw TLSFileError(
        file: file, problem: isThere ? "it cannot be read" : "there is no such file",
        hint: isThere
          ? "let the user of this server read it, and each folder above it"
          : "check the path; the server starts in \(FileManager.default.currentDirectoryPath)")
    }
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
    guard !marks.contains(where: bytes.starts) else {
      throw TLSFileError(
        file: file, problem: "it begins with a byte order mark, which PEM does not have",
        hint: "save it as plain ASCII, without a mark")
    }
    return (bytes, String(decoding: bytes, as: UTF8.self))
  }
}
