#if canImport(CryptoKit) && canImport(LocalAuthentication) && canImport(Security)
  public import CountersignClient
  public import WebAuthnModel

  /// An authenticator whose P-256 keys lie in the Secure Enclave of an Apple device, each for the
  /// biometrics that were enrolled when it was made.
  ///
  /// The system's prompt says what is signed, where it has words: Face ID shows none unless its
  /// first try fails, so that the app's screen shows it too. When a finger or a face is added or
  /// removed, the keys are dead, and a signature fails with `keyGone`. The vault keeps what the
  /// Secure Enclave sealed: nobody else can use it. As every authenticator of this module it does
  /// one thing at a time.
  public struct SecureEnclaveAuthenticator: Authenticator, KeyedAuthenticator {
    /// What signs, counts, keeps and refuses.
    public let keyed: KeyAuthenticator

    /// An authenticator of one account.
    ///
    /// - Parameters:
    ///   - vault: Where the sealed keys lie.
    ///   - account: Whose keys.
    ///   - origin: The origin that this app speaks for; it signs for no other's relying party.
    ///   - random: Where credential ids come from.
    ///   - reason: What the prompt says, in the person's language.
    public init(
      vault: any Vault, account: String, origin: Origin, random: RandomSource = .system,
      reason: @escaping @Sendable (PresenceQuestion) -> String = { $0.reason }
    ) {
      keyed = KeyAuthenticator(
        EnclaveKeys(reason: reason), vault: vault, account: account, origin: origin,
        random: random)
    }
  }
#endif
