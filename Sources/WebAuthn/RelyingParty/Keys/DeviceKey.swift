import WebAuthnModel

/// A key with which a device signs its own statements, beside WebAuthn (Countersign device side).
public struct DeviceKey: Sendable {
  /// The use of a key.
  public enum Use: Sendable, Hashable {
    /// The device's own: ES256 or EdDSA.
    case device
    /// The key of a PIN: EdDSA alone, since any 32 bytes are a private key.
    case pin
  }

  /// The public key as it was sent (COSE).
  public let encoded: [UInt8]
  private let key: VerificationKey

  /// Takes a new key, after every check.
  public init(registering bytes: [UInt8], for use: Use) throws(DeviceKeyError) {
    do {
      key = try VerificationKey(registering: bytes)
    } catch {
      throw .malformed
    }
    encoded = bytes
    switch (use, key.algorithm) {
    case (.device, .es256), (.device, .edDSA), (.pin, .edDSA): break
    default: throw .algorithmNotAllowed
    }
  }

  /// Takes a key that was registered.
  public init(registered bytes: [UInt8]) throws(DeviceKeyError) {
    do {
      key = try VerificationKey(registered: bytes)
    } catch {
      throw .malformed
    }
    encoded = bytes
  }

  /// Verifies a signature over a statement; false also for one that is malformed.
  public func verifies(_ signature: [UInt8], over statement: [UInt8]) -> Bool {
    key.verifies(signature: signature, message: statement)
  }
}

/// A device's key that cannot be used.
public enum DeviceKeyError: Error, Sendable, Hashable {
  /// It is no sound COSE key.
  case malformed
  /// It is of an algorithm that is not for this use.
  case algorithmNotAllowed
}
