package import HummingbirdCore

/// TLS that a server's own port ends, with a certificate chain and its key in PEM files.
///
/// `CountersignTLS` makes it: `.tls(certificateFile:keyFile:)`. A server without it builds no TLS.
public struct TLSTermination: Sendable, Hashable {
  private let certificateFile: String
  private let keyFile: String
  /// Reads both files when the server starts, and puts TLS in front of its connections.
  let server: @Sendable (HTTPServerBuilder) throws -> HTTPServerBuilder

  /// TLS with these files.
  ///
  /// - Parameters:
  ///   - certificateFile: The certificate chain.
  ///   - keyFile: Its key.
  ///   - wrap: Reads both when the server starts, and puts TLS in front of its connections.
  package init(
    certificateFile: String, keyFile: String,
    wrap: @escaping @Sendable (HTTPServerBuilder) throws -> HTTPServerBuilder
  ) {
    (self.certificateFile, self.keyFile, server) = (certificateFile, keyFile, wrap)
  }

  /// Compares the files' names.
  public static func == (left: TLSTermination, right: TLSTermination) -> Bool {
    (left.certificateFile, left.keyFile) == (right.certificateFile, right.keyFile)
  }

  /// Hashes the files' names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(certificateFile)
    hasher.combine(keyFile)
  }
}

/// A certificate or key with which a server cannot end TLS.
public struct TLSFileError: Error, Hashable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// The fault of the file.
  public let problem: String
  /// The next step.
  public let hint: String

  /// A fault of a file.
  package init(file: String, problem: String, hint: String) {
    (self.file, self.problem, self.hint) = (file, problem, hint)
  }

  /// The file, its problem, and what to do.
  public var description: String { "\(file): \(problem); \(hint)" }
}
