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

  /// Verifies a signature over a message; false also for one that is malformed.
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

/// A key that cannot be used.
enum VerificationKeyError: Error, Equatable {
  /// Its COSE form is wrong.
  case shape(COSEKeyError)
  /// It is well formed, and no sound key: off the curve, of small order, not canonical.
  case notSound
}

/// ECDSA signatures of P-256 in DER (RFC 3279 section 2.2.3).
private enum ECDSASignature {
  /// Both numbers as 32 bytes each; nil if the DER is not exactly that.
  static func raw(ofDER bytes: [UInt8]) -> [UInt8]? {
    // No signature of this curve needs a long-form length: it takes 72 bytes at most.
    guard bytes.count >= 8, bytes[0] == 0x30, bytes[1] < 0x80, Int(bytes[1]) == bytes.count - 2
    else { return nil }
    var raw = [UInt8](repeating: 0, count: 64)
    var offset = 2
    for end in [32, 64] {
      guard let number = integer(in: bytes, at: &offset) else { return nil }
      raw.replaceSubrange(end - number.count..<end, with: number)
    }
    return offset == bytes.count ? raw : nil
  }

  /// A positive integer of at most 32 bytes in its shortest form.
  private static func integer(in bytes: [UInt8], at offset: inout Int) -> ArraySlice<UInt8>? {
    guard bytes.count - offset >= 3, bytes[offset] == 0x02 else { return nil }
    let length = Int(bytes[offset + 1])
    let start = offset + 2
    guard 1...33 ~= length, bytes.count - start >= length else { return nil }
    offset = start + length
    let content = bytes[start..<offset]
    guard bytes[start] < 0x80 else { return nil }
    guard bytes[start] == 0 else { return length <= 32 ? content : nil }
    // A leading zero is right only before a byte that would read as a sign.
    guard length > 1, bytes[start + 1] >= 0x80 else { return nil }
    return content.dropFirst()
  }
}

/// SHA-256 as bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
  // By address: the way through a collection's regions costs as much as a short text's hash.
  var hash = SHA256()
  bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
  return hash.finalize().withUnsafeBytes(Array.init)
}
