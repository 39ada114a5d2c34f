import WebAuthnModel

/// A key with which a device signs its own statements, beside WebAuthn (Countersign device side).
public struct DeviceKey: Sendable {
  /// What a key is for.
  public enum Use: Sendable, Hashable {
    /// The device's own: ES256 or EdDSA.
    case device
    /// What a PIN gives: EdDSA alone, since any 32 bytes are a private key.
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

  /// Whether a signature over the statement verifies; a malformed one does not.
  public func verifies(_ signature: [UInt8], over statement: [UInt8]) -> Bool {
    key.verifies(signature: signature, message: statement)
  }
}

/// Why a device's key cannot be used.
public enum DeviceKeyError: Error, Sendable, Hashable {
  /// It is no sound COSE key.
  case malformed
  /// It is of an algorithm that is not for this use.
  case algorithmNotAllowed
}
