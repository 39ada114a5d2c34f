#if canImport(LocalAuthentication)
  import CountersignClient
  import Foundation
  import LocalAuthentication

  extension AuthenticatorError {
    /// What an error of the system's own check of its owner says.
    init(local error: (any Error)?) {
      let error = error.map { $0 as NSError }
      guard let error, error.domain == LAError.errorDomain,
        let code = LAError.Code(rawValue: error.code)
      else {
        self = .failed
        return
      }
      self.init(code)
    }

    /// The one table of the codes of LocalAuthentication.
    ///
    /// Its lockout ends when the device is unlocked by its code, and not by waiting: it is never
    /// the temporary one.
    init(_ code: LAError.Code) {
      self =
        switch code {
        case .authenticationFailed, .invalidContext: .failed
        // A button of the prompt, and the end of a prompt by the app itself.
        case .userCancel, .userFallback, .appCancel: .cancelled
        // Another app came to the front; or this one is not there yet, and may show no prompt.
        case .systemCancel, .notInteractive: .notInForeground
        case .passcodeNotSet, .biometryNotEnrolled: .nothingEnrolled
        case .biometryLockout: .permanentLockout
        case .biometryNotAvailable: .notAvailable
        // A sensor or a companion that is not connected, and what later systems add.
        default: .notAvailable
        }
    }
  }
#endif
