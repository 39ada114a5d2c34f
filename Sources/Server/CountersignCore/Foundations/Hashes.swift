package import Crypto

/// SHA-256 of bytes, as bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
  // By address: the way through a collection's regions costs as much as a short text's hash.
  var hash = SHA256()
  bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
  return hash.finalize().withUnsafeBytes(Array.init)
}

/// HMAC-SHA256 under one key, with the key's own part of the work done once: it costs more than
/// hashing these texts.
package struct KeyedHash: Sendable {
  private let prepared: HMAC<SHA256>

  /// Prepares a key.
  package init(_ key: SymmetricKey) { prepared = HMAC(key: key) }

  /// The code of bytes.
  package func code(for bytes: [UInt8]) -> HashedAuthenticationCode<SHA256> {
    var hash = prepared
    hash.update(data: bytes)
    return hash.finalize()
  }

  /// Tells if a code is right, compared in constant time.
  package func isValid(_ code: [UInt8], for bytes: [UInt8]) -> Bool {
    self.code(for: bytes) == code
  }
}
