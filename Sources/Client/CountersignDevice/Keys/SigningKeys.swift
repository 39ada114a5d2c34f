import CountersignClient
import Crypto
import WebAuthnModel

/// The keys of an authenticator, each behind a check of its user.
protocol SigningKeys: Sendable {
  /// The ability to verify the user now; nobody is asked.
  var readiness: AuthenticatorReadiness { get }

  /// Verifies the user, then makes a key.
  func make(_ question: PresenceQuestion) async throws(AuthenticatorError) -> any SigningKey

  /// Verifies the user, then gives back a key that a vault held.
  func unlock(
    _ held: JSONValue, _ question: PresenceQuestion
  ) async throws(AuthenticatorError) -> any SigningKey
}

/// A private P-256 key that can be used now, whatever holds it.
protocol SigningKey: Sendable {
  /// The form in which a vault keeps the key from now on.
  ///
  /// Secret if the key is in software.
  var held: JSONValue { get }
  /// Its public half.
  var publicKey: P256.Signing.PublicKey { get }

  /// An ASN.1 DER ECDSA signature with SHA-256.
  func signature(over bytes: [UInt8]) throws(AuthenticatorError) -> [UInt8]
}

extension SigningKey {
  /// The public key in COSE's form.
  var publicCOSEKey: COSEPublicKey {
    let point = Array(publicKey.x963Representation)
    return .es256(x: Array(point[1...32]), y: Array(point[33...64]))
  }
}
