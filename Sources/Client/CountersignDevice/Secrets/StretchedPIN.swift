import Crypto
import CryptoExtras
import WireModel

/// A PIN or an app PIN made dear to guess: scrypt with N = 2^15, r = 8 and p = 1 (Countersign
/// device side, "PIN that never leaves the device").
enum StretchedPIN {
  /// scrypt's cost parameter N; of every device that the SDK makes.
  static let rounds = 1 << 15

  /// 32 bytes.
  ///
  /// Secret.
  static func key(of pin: SecretText, salt: [UInt8], rounds: Int) throws -> SymmetricKey {
    try KDF.Scrypt.deriveKey(
      from: Array(pin.exposed.utf8), salt: salt, outputByteCount: 32, rounds: rounds,
      blockSize: 8, parallelism: 1)
  }
}
