public import CountersignClient
public import WebAuthnModel

/// An authenticator in software: P-256 keys sealed in a vault, for Linux, tests and tools.
///
/// Whoever can read the vault and its key can sign: where a platform has hardware for keys, use
/// that. It does one thing at a time, prompt included: two signatures never carry one count, and a
/// key that is deleted while a prompt is shown is not stored again by it.
public struct SoftwareAuthenticator: Authenticator, KeyedAuthenticator {
  /// What signs, counts, keeps and refuses.
  public let keyed: KeyAuthenticator

  /// An authenticator of one account.
  ///
  /// - Parameters:
  ///   - vault: Where the keys lie.
  ///   - account: Whose keys.
  ///   - origin: The origin that this app speaks for; it signs for no other's relying party.
  ///   - presence: How the user is verified.
  ///   - random: Where credential ids come from.
  public init(
    vault: any Vault, account: String, origin: Origin, presence: any UserPresence,
    random: RandomSource = .system
  ) {
    keyed = KeyAuthenticator(
      SoftwareKeys(presence: presence), vault: vault, account: account, origin: origin,
      random: random)
  }
}
