import AuthenticationServices
import CountersignClient
import Foundation
import LocalAuthentication
import Security
import Testing

@testable import CountersignDevice

@Suite("The tables of Apple's errors")
struct ErrorTableTests {
  static let local: [(LAError.Code, AuthenticatorError)] = [
    (.authenticationFailed, .failed), (.userCancel, .cancelled), (.userFallback, .cancelled),
    (.systemCancel, .notInForeground), (.passcodeNotSet, .nothingEnrolled),
    (.biometryNotAvailable, .notAvailable), (.biometryNotEnrolled, .nothingEnrolled),
    (.biometryLockout, .permanentLockout), (.appCancel, .cancelled), (.invalidContext, .failed),
    (.companionNotAvailable, .notAvailable), (.notInteractive, .notInForeground),
    (.addedLater, .notAvailable),
  ]

  @Test("LocalAuthentication's errors, all of them, and those of others")
  func localAuthentication() {
    #expect(Set(Self.local.map(\.0)) == Set(LAError.Code.allCases))
    for (code, error) in Self.local {
      #expect(AuthenticatorError(local: LAError(code)) == error)
    }
    #expect(AuthenticatorError(local: nil) == .failed)
    #expect(AuthenticatorError(local: CocoaError(.fileNoSuchFile)) == .failed)
  }

  static let passkeys: [(ASAuthorizationError.Code, AuthenticatorError)] = [
    (.unknown, .failed), (.canceled, .cancelled), (.invalidResponse, .failed),
    (.notHandled, .notAvailable), (.failed, .failed), (.notInteractive, .notInForeground),
    (.matchedExcludedCredential, .credentialExists), (.addedLater, .failed),
  ]

  @Test("AuthenticationServices' errors, all of them, and those of others")
  func authenticationServices() {
    #expect(Set(Self.passkeys.map(\.0)) == Set(ASAuthorizationError.Code.allCases))
    for (code, error) in Self.passkeys {
      #expect(AuthenticatorError(passkeys: ASAuthorizationError(code)) == error)
    }
    #expect(AuthenticatorError(passkeys: LAError(.userCancel)) == .failed)
    let unconfigured = NSError(domain: ASAuthorizationError.errorDomain, code: 1010)
    #expect(AuthenticatorError(passkeys: unconfigured) == .nothingEnrolled)
    let duplicate = NSError(domain: "WKErrorDomain", code: 8)
    #expect(AuthenticatorError(passkeys: duplicate) == .credentialExists)
    let other = NSError(domain: "WKErrorDomain", code: 1010)
    #expect(AuthenticatorError(passkeys: other) == .failed)
  }

  @Test(
    "the Keychain's statuses say what to do",
    arguments: [
      (errSecMissingEntitlement, "Keychain Sharing"), (errSecInteractionNotAllowed, "unlocked"),
      (errSecAuthFailed, "passcode"), (errSecNotAvailable, "passcode"),
      (errSecUserCanceled, "try again"), (errSecDiskFull, "make room"), (errSecIO, "try again"),
      (errSecParam, "-50"),
    ])
  func keychain(status: OSStatus, hint: String) {
    guard case .unavailable(let text) = VaultError(keychain: status) else {
      Issue.record("\(status) is said to be damage")
      return
    }
    #expect(text.contains(hint))
    #expect(VaultError(keychain: errSecDecode) == .damaged)
  }
}
