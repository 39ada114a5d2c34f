// The names are the framework's own.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

/// LocalAuthentication's errors, with the numbers of LAPublicDefines.h.
public struct LAError: Error, CustomNSError {
  /// The codes of all platforms, and one that a later system adds.
  public enum Code: Int, Sendable, CaseIterable {
    case authenticationFailed = -1
    case userCancel = -2
    case userFallback = -3
    case systemCancel = -4
    case passcodeNotSet = -5
    case biometryNotAvailable = -6
    case biometryNotEnrolled = -7
    case biometryLockout = -8
    case appCancel = -9
    case invalidContext = -10
    case companionNotAvailable = -11
    case notInteractive = -1004
    case addedLater = -2000
  }

  /// Which.
  public let code: Code

  /// An error.
  public init(_ code: Code) { self.code = code }

  /// The domain.
  public static var errorDomain: String { "com.apple.LocalAuthentication" }

  /// The number.
  public var errorCode: Int { code.rawValue }
}
