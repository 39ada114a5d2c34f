#if canImport(Security)
  import CountersignClient
  import Security

  extension AuthenticatorError {
    /// The one table of what Security says where a key was to be used.
    init(keyStatus status: OSStatus) {
      self =
        switch status {
        case errSecUserCanceled: .cancelled
        case errSecInteractionNotAllowed: .notInForeground
        case errSecItemNotFound: .keyGone
        case errSecNotAvailable: .notAvailable
        default: .failed
        }
    }
  }
#endif
