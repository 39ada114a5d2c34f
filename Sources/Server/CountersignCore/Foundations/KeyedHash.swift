package import Crypto

/// HMAC-SHA256 under one key, with the key's own part of the work done once: it costs more than
/// what is hashed here.
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

  /// Whether a code is right, compared in constant time.
  package func isValid(_ code: [UInt8], for bytes: [UInt8]) -> Bool {
    self.code(for: bytes) == code
  }
}
