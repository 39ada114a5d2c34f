#if canImport(Security)
  import CountersignClient
  import Security

  extension VaultError {
    /// The one table of what the Keychain says: the cause, and what to do.
    init(keychain status: OSStatus) {
      self =
        switch status {
        case errSecDecode: .damaged
        case errSecMissingEntitlement:
          .unavailable(
            "the app is not entitled to this keychain: add the capability Keychain Sharing to its "
              + "target, with the access group that the vault names")
        case errSecInteractionNotAllowed:
          .unavailable("the device is locked: try again when it is unlocked")
        // Nothing is kept in this class on a device without a passcode.
        case errSecAuthFailed, errSecNotAvailable:
          .unavailable("the keychain keeps nothing here: see that this device has a passcode")
        case errSecUserCanceled: .unavailable("the keychain's prompt was dismissed: try again")
        case errSecDiskFull: .unavailable("the device's disk is full: make room on it")
        case errSecIO: .unavailable("the keychain could not be read or written: try again")
        default:
          .unavailable(
            "the keychain answers \(status): see that this device has a passcode and is unlocked")
        }
    }
  }
#endif
