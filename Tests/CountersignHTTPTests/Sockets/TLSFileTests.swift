import CountersignHTTP
import CountersignTesting
import Foundation
import Testing

@testable import CountersignTLS

@Suite("Files for TLS that are of no use")
struct TLSFileTests {
  private let folder: URL
  private let own: TestIdentity.Files
  private let other: TestIdentity.Files

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    for name in ["own", "other"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    own = try TestIdentity.files(in: folder.appending(path: "own"))
    other = try TestIdentity.files(in: folder.appending(path: "other"))
  }

  private func file(_ name: String, _ content: String) throws -> String {
    let place = folder.appending(path: name)
    try Data(content.utf8).write(to: place)
    return place.path
  }

  private func error(_ certificate: String, _ key: String) -> TLSFileError? {
    do {
      _ = try TLSFiles.configuration(certificateFile: certificate, keyFile: key)
      return nil
    } catch { return error }
  }

  @Test("a certificate with its key is taken, and a chain behind it too")
  func good() throws {
    #expect(error(own.certificateFile, own.keyFile) == nil)
    let chain = try file("chain", own.certificate + other.certificate)
    #expect(error(chain, own.keyFile) == nil)
  }

  @Test("the error names the file, what is wrong with it, and what to do")
  func faults() throws {
    let mark = "\u{FEFF}"
    let encrypted = """
      -----BEGIN ENCRYPTED PRIVATE KEY-----
      MIGjMF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBA=
      -----END ENCRYPTED PRIVATE KEY-----
      """
    let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    let brokenKey = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
    let none = folder.appending(path: "none").path
    for (certificate, key, isOfKey, says, advises) in [
      (none, own.keyFile, false, "no such file", "check the path"),
      (own.certificateFile, none, true, "no such file", "check the path"),
      (folder.path, own.keyFile, false, "cannot be read", "let the user"),
      (
        try file("marked", mark + own.certificate), own.keyFile, false, "byte order mark",
        "plain ASCII"
      ),
      (
        own.certificateFile, try file("marked key", mark + own.key), true, "byte order mark",
        "plain ASCII"
      ),
      (own.certificateFile, try file("encrypted", encrypted), true, "encrypted", "openssl pkey"),
      (own.certificateFile, other.keyFile, true, "another certificate", "requested with"),
      (
        try file("reversed", other.certificate + own.certificate), own.keyFile, false,
        "number 2 of 2", "put it first"
      ),
      (own.keyFile, own.keyFile, false, "a private key and no certificate", "PEM"),
      (own.certificateFile, own.certificateFile, true, "a certificate and no private key", "PEM"),
      (try file("empty", ""), own.keyFile, false, "no certificate in PEM", "openssl x509"),
      (try file("broken", broken), own.keyFile, false, "cannot be read", "openssl x509"),
      (own.certificateFile, try file("broken key", brokenKey), true, "cannot be read", "openssl"),
    ] {
      let found = error(certificate, key)
      #expect(found?.file == (isOfKey ? key : certificate), "\(says)")
      #expect(found?.problem.contains(says) == true, "\(found as Any)")
      #expect(found?.hint.contains(advises) == true, "\(found as Any)")
    }
  }
}
