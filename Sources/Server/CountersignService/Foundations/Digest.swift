import Crypto

/// SHA-256 of bytes, as bytes.
func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
