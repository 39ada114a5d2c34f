import CountersignClient
import Crypto
import CryptoExtras
import WebAuthnModel
import WireModel

/// The key that a PIN gives on one device (Countersign device side, "PIN that never leaves the
/// device").
///
/// Any PIN gives a valid key, so that nothing on the device tells a right PIN from a wrong one.
struct PINKeyDerivation {
  let relyingPartyID: RelyingPartyID
  let account: String
  let deviceID: String
  let secret: PINKeySecret
  var scryptRounds = StretchedPIN.rounds

  /// s = scrypt(PIN, salt 16, N = 2^15, r = 8, p = 1), then
  /// an Ed25519 private key = HKDF-SHA256(s ‖ r, salt "countersign/pin/v1", info).
  func key(for pin: SecretText) throws -> Curve25519.Signing.PrivateKey {
    let stretched = try StretchedPIN.key(of: pin, salt: secret.salt, rounds: scryptRounds)
      .withUnsafeBytes(Array.init)
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: stretched + secret.random),
      salt: Array("countersign/pin/v1".utf8), info: info, outputByteCount: 32)
    return try Curve25519.Signing.PrivateKey(
      rawRepresentation: key.withUnsafeBytes(Array.init))
  }

  /// Relying party, account, device and generation, each with its length.
  private var info: [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: Array(relyingPartyID.text.utf8))
    form.append(bytes: Array(account.utf8))
    form.append(bytes: Array(deviceID.utf8))
    form.append(bytes: withUnsafeBytes(of: secret.generation.bigEndian) { Array($0) })
    return form.bytes
  }
}

/// The part of a PIN key that lies on the device: neither the PIN nor the key.
struct PINKeySecret: Equatable, Unprinted {
  /// By what the server knows the key too.
  let name: PINKeyName
  let salt: [UInt8]
  let random: [UInt8]

  var generation: Int64 { name.generation }
}

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
