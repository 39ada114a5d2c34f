import Crypto
import CryptoExtras
import WebAuthnModel

/// A public key that was checked and can verify signatures.
enum VerificationKey {
  case p256(P256.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)
  case rsa(_RSA.Signing.PublicKey)

  /// Takes a key that was registered, after the checks that cost nothing beside a signature.
  init(registered bytes: [UInt8]) throws(VerificationKeyError) {
    try self.init(try Self.parse(bytes))
  }

  /// Takes a new key, after every check.
  init(registering bytes: [UInt8]) throws(VerificationKeyError) {
    let key = try Self.parse(bytes)
    if case .ed25519(let point) = key, EdwardsPoint(point)?.isOnCurve != true { throw .notSound }
    try self.init(key)
  }

  private static func parse(_ bytes: [UInt8]) throws(VerificationKeyError) -> COSEPublicKey {
    do throws(COSEKeyError) {
      return try COSEPublicKey(cbor: bytes)
    } catch {
      throw .shape(error)
    }
  }

  private init(_ key: COSEPublicKey) throws(VerificationKeyError) {
    do {
      try self.init(unwrapping: key)
    } catch {
      throw .notSound
    }
  }

  private init(unwrapping key: COSEPublicKey) throws {
    switch key {
    case .es256(let x, let y):
      var point: [UInt8] = [0x04]
      point.reserveCapacity(65)
      point += x
      point += y
      // Refuses coordinates past the field and points off the curve; the identity has no such form.
      self = .p256(try P256.Signing.PublicKey(x963Representation: point))
    case .ed25519(let point):
      guard EdwardsPoint(point) != nil else { throw VerificationKeyError.notSound }
      self = .ed25519(try Curve25519.Signing.PublicKey(rawRepresentation: point))
    case .rs256(let modulus, let exponent):
      self = .rsa(try _RSA.Signing.PublicKey(n: modulus, e: exponent))
    }
  }

  var algorithm: COSEAlgorithm {
    switch self {
    case .p256: .es256
    case .ed25519: .edDSA
    case .rsa: .rs256
    }
  }

  /// Whether a signature over the message verifies; a malformed one does not.
  func verifies(signature: [UInt8], message: [UInt8]) -> Bool {
    switch self {
    case .p256(let key):
      guard let raw = ECDSASignature.raw(ofDER: signature),
        let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
      else { return false }
      return key.isValidSignature(parsed, for: message)
    case .ed25519(let key):
      return signature.count == 64 && key.isValidSignature(signature, for: message)
    case .rsa(let key):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
        padding: .insecurePKCS1v1_5)
    }
  }
}

/// Why a key cannot be used.
enum VerificationKeyError: Error, Equatable {
  /// Its COSE form is wrong.
  case shape(COSEKeyError)
  /// It is well formed, and no sound key: off the curve, of small order, not canonical.
  case notSound
}
