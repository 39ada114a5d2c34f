import CountersignClient
import Crypto
import WebAuthnModel

/// The keys of an authenticator, each behind a check of its user.
protocol SigningKeys: Sendable {
  /// The ability to verify the user now; nobody is asked.
  var readiness: AuthenticatorReadiness { get async }

  /// Verifies the user, then makes a key.
  func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any PromptedKey

  /// Verifies the user, then gives back a key that a vault held.
  func unlock(
    _ held: JSONValue, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any PromptedKey

  /// Destroys a key that a vault held.
  func destroy(_ held: JSONValue) async throws(AuthenticatorError)
}

extension SigningKeys {
  /// A key that the vault itself holds is gone with its value.
  func destroy(_ held: JSONValue) async throws(AuthenticatorError) {}
}

/// A private P-256 key whose user was verified, whatever holds it.
protocol PromptedKey: Sendable {
  /// The form in which a vault keeps the key from now on.
  ///
  /// Secret if the key is in software.
  var held: JSONValue { get }
  /// Its public half.
  var publicKey: P256.Signing.PublicKey { get }

  /// An ASN.1 DER ECDSA signature with SHA-256, by whoever holds the key.
  func signature(of bytes: [UInt8]) async throws(AuthenticatorError) -> [UInt8]
}

/// A private P-256 key that signs at once.
protocol SigningKey: PromptedKey {
  /// An ASN.1 DER ECDSA signature with SHA-256.
  func signature(over bytes: [UInt8]) throws(AuthenticatorError) -> [UInt8]
}

extension SigningKey {
  func signature(of bytes: [UInt8]) async throws(AuthenticatorError) -> [UInt8] {
    try signature(over: bytes)
  }
}

extension PromptedKey {
  /// The public key in COSE's form.
  var publicCOSEKey: COSEPublicKey {
    let point = Array(publicKey.x963Representation)
    return .es256(x: Array(point[1...32]), y: Array(point[33...64]))
  }
}
