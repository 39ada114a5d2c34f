#if canImport(AuthenticationServices)
  import AuthenticationServices
  import CountersignClient
  import Foundation

  extension AuthenticatorError {
    /// What an error of the system's own passkeys says.
    init(passkeys error: any Error) {
      let error = error as NSError
      guard error.domain == ASAuthorizationError.errorDomain,
        let code = ASAuthorizationError.Code(rawValue: error.code)
      else {
        self = .failed
        return
      }
      self.init(code)
    }

    /// The one table of the codes of AuthenticationServices.
    init(_ code: ASAuthorizationError.Code) {
      self =
        switch code {
        // Also where the device has none of the passkeys: the system does not tell which.
        case .canceled: .cancelled
        case .notHandled: .notAvailable
        case .notInteractive: .notInForeground
        case .matchedExcludedCredential: .credentialExists
        case .failed, .invalidResponse, .unknown: .failed
        // What later systems add.
        default: .failed
        }
    }
  }
#endif
