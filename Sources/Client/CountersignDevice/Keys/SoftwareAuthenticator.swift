public import CountersignClient
import Crypto
public import WebAuthnModel

/// An authenticator in software: P-256 keys sealed in a vault, for Linux, tests and tools.
///
/// Whoever can read the vault and its key can sign. If a platform has hardware for keys, use that.
/// It does one thing at a time, prompt included. Two signatures never carry one count, and a prompt
/// never stores a key again that was deleted meanwhile.
public struct SoftwareAuthenticator: Authenticator, KeyedAuthenticator {
  /// The authenticator that signs, counts, keeps and refuses.
  public let keyed: KeyAuthenticator

  /// An authenticator of one account.
  ///
  /// - Parameters:
  ///   - vault: The place of the keys.
  ///   - account: The account that owns the keys.
  ///   - origin: The origin that this app speaks for; it signs for no other's relying party.
  ///   - presence: The check of the user.
  ///   - random: The source of credential ids.
  public init(
    vault: any Vault, account: String, origin: Origin, presence: any UserPresence,
    random: RandomSource = .system
  ) {
    keyed = KeyAuthenticator(
      SoftwareKeys(presence: presence), vault: vault, account: account, origin: origin,
      random: random)
  }
}

/// Keys in software, each used after somebody else has verified the user.
private struct SoftwareKeys: SigningKeys {
  let presence: any UserPresence

  var readiness: AuthenticatorReadiness { presence.readiness }

  func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any PromptedKey {
    try await presence.verify(question)
    return SoftwareKey()
  }

  func unlock(
    _ held: JSONValue, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any PromptedKey {
    guard let key = SoftwareKey(held: held) else { throw .keyGone }
    try await presence.verify(question)
    return key
  }
}

/// A key in software: whoever reads the vault can sign with it.
struct SoftwareKey: SigningKey {
  private let privateKey: P256.Signing.PrivateKey

  /// A new key.
  init() { privateKey = P256.Signing.PrivateKey() }

  /// Reads a key that a vault held; nil if it is of another kind.
  init?(held: JSONValue) {
    guard case .string(let text) = held, let bytes = Base64URL.decode(text),
      let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
    else { return nil }
    privateKey = key
  }

  var held: JSONValue {
    .string(Base64URL.encode(Array(privateKey.rawRepresentation)))
  }

  var publicKey: P256.Signing.PublicKey { privateKey.publicKey }

  func signature(over bytes: [UInt8]) throws(AuthenticatorError) -> [UInt8] {
    guard let signature = try? privateKey.signature(for: bytes) else { throw .failed }
    return Array(signature.derRepresentation)
  }
}
