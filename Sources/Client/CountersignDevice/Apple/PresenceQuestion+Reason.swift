#if canImport(LocalAuthentication)
  public import CountersignClient
  import WebAuthnModel

  extension PresenceQuestion {
    /// What the system's prompt says that the owner is asked for, in English; never empty.
    ///
    /// Touch ID shows it each time, Face ID only after a first try that failed. For a signature
    /// these are the words of what is shown: payee and amount.
    public var reason: String {
      switch self {
      case .create(let relyingPartyID, let userName):
        "Set up biometrics for \(userName) at \(relyingPartyID.text)"
      case .sign(let relyingPartyID, let document):
        document.prompt.isEmpty ? "Confirm at \(relyingPartyID.text)" : document.prompt
      case .unlock: "Open the app"
      }
    }
  }
#endif
