// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

/// AuthenticationServices' errors, with the numbers of ASAuthorizationError.h.
public struct ASAuthorizationError: Error, CustomNSError {
  /// The codes, and one that a later system adds.
  public enum Code: Int, Sendable, CaseIterable {
    case unknown = 1000
    case canceled = 1001
    case invalidResponse = 1002
    case notHandled = 1003
    case failed = 1004
    case notInteractive = 1005
    case matchedExcludedCredential = 1006
    case addedLater = 1099
  }

  /// Which.
  public let code: Code

  /// An error.
  public init(_ code: Code) { self.code = code }

  /// The domain.
  public static var errorDomain: String { "com.apple.AuthenticationServices.AuthorizationError" }

  /// The number.
  public var errorCode: Int { code.rawValue }
}
