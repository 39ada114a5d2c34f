import Crypto

/// SHA-256 as bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] {
  // By address: the way through a collection's regions costs as much as a short text's hash.
  var hash = SHA256()
  bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
  return hash.finalize().withUnsafeBytes(Array.init)
}
