import CountersignClient
import Crypto
import WebAuthnModel

/// A key in software: whoever reads the vault can sign with it.
struct SoftwareKey: SigningKey {
  private let privateKey: P256.Signing.PrivateKey

  /// A new key.
  init() { privateKey = P256.Signing.PrivateKey() }

  /// Reads a key that a vault held; nil where it is none of these.
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
