package import CountersignClient
import Crypto
package import WebAuthnModel

/// Keys that a platform holds behind a prompt of its own, as Android's Keystore does.
package protocol PlatformKeys: Sendable {
  /// The ability to verify the user now; nobody is asked.
  func readiness() async -> AuthenticatorReadiness

  /// Makes a key of P-256, and verifies the user with it.
  ///
  /// - Parameters:
  ///   - name: The key's name, which no other has.
  ///   - question: What the user is told that this is for.
  /// - Returns: The public point, uncompressed: 65 bytes.
  /// - Throws: `AuthenticatorError`; no key is left behind then.
  func make(
    _ name: String, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> [UInt8]

  /// Verifies the user, then gives the right to one signature.
  func unlock(
    _ name: String, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any UnlockedPlatformKey

  /// Destroys a key; none of that name is no error.
  func destroy(_ name: String) async throws(AuthenticatorError)
}

/// A key of a platform that signs once.
package protocol UnlockedPlatformKey: Sendable {
  /// An ASN.1 DER ECDSA signature with SHA-256.
  func signature(of bytes: [UInt8]) async throws(AuthenticatorError) -> [UInt8]
}

/// An authenticator over keys that a platform holds: the vault has their names alone.
package struct PlatformAuthenticator: Authenticator, KeyedAuthenticator {
  /// The authenticator that signs, counts, keeps and refuses.
  package let keyed: KeyAuthenticator

  /// An authenticator of one account.
  package init(
    keys: any PlatformKeys, vault: any Vault, account: String, origin: Origin,
    random: RandomSource = .system
  ) {
    keyed = KeyAuthenticator(
      HeldByPlatform(keys: keys, random: random), vault: vault, account: account, origin: origin,
      random: random)
  }
}

/// The keys of a platform as an authenticator uses them.
private struct HeldByPlatform: SigningKeys {
  let keys: any PlatformKeys
  let random: RandomSource

  var readiness: AuthenticatorReadiness { get async { await keys.readiness() } }

  func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any PromptedKey {
    let name = "countersign/" + Base64URL.encode(random.bytes(16))
    let point = try await keys.make(name, question)
    guard let publicKey = try? P256.Signing.PublicKey(x963Representation: point) else {
      try await keys.destroy(name)
      throw .failed
    }
    // Its one signature was the check of the user; nobody asks for another.
    return PlatformKey(name: name, publicKey: publicKey, unlocked: nil)
  }

  func unlock(
    _ held: JSONValue, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any PromptedKey {
    guard let (name, publicKey) = PlatformKey.read(held) else { throw .keyGone }
    return PlatformKey(
      name: name, publicKey: publicKey, unlocked: try await keys.unlock(name, question))
  }

  func destroy(_ held: JSONValue) async throws(AuthenticatorError) {
    guard let (name, _) = PlatformKey.read(held) else { return }
    try await keys.destroy(name)
  }
}

/// A key of a platform, by its name.
private struct PlatformKey: PromptedKey {
  let name: String
  let publicKey: P256.Signing.PublicKey
  let unlocked: (any UnlockedPlatformKey)?

  var held: JSONValue {
    [
      "platformKey": .string(name),
      "publicKey": .string(Base64URL.encode(Array(publicKey.x963Representation))),
    ]
  }

  static func read(_ held: JSONValue) -> (String, P256.Signing.PublicKey)? {
    guard var reader = try? JSONObjectReader(held), let name = try? reader.string("platformKey"),
      let point = try? reader.bytes("publicKey"),
      let key = try? P256.Signing.PublicKey(x963Representation: point)
    else { return nil }
    return (name, key)
  }

  func signature(of bytes: [UInt8]) async throws(AuthenticatorError) -> [UInt8] {
    guard let unlocked else { throw .failed }
    return try await unlocked.signature(of: bytes)
  }
}
