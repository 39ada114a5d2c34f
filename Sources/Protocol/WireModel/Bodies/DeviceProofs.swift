public import WebAuthnModel

/// The PIN as two signatures of a device: one by its device key, one by the key that the PIN gives
/// (Countersign device side, "PIN that never leaves the device").
///
/// Both are over the bytes of ``DeviceStatement/pinProof(_:)``. The server checks the first before
/// the second, and keeps neither.
public struct PINProof: JSONBody, Hashable {
  /// The device.
  public var deviceID: String
  /// Which of the device's PIN keys signed; counted from 1.
  public var generation: Int64
  /// The challenge that is answered, issued for a PIN.
  public var challenge: Challenge
  /// The device key's signature.
  public var deviceSignature: [UInt8]
  /// The PIN key's signature.
  ///
  /// Secret: with the public key it lets a thief of the device's secret test guesses.
  public var pinSignature: SecretBytes

  /// A proof to send.
  public init(
    deviceID: String, generation: Int64, challenge: Challenge, deviceSignature: [UInt8],
    pinSignature: SecretBytes
  ) {
    self.deviceID = deviceID
    self.generation = generation
    self.challenge = challenge
    self.deviceSignature = deviceSignature
    self.pinSignature = pinSignature
  }

  private enum CodingKeys: String, CodingKey {
    case deviceID = "deviceId"
    case generation
    case challenge
    case deviceSignature
    case pinSignature
  }
}

/// That a request comes from a device: one signature by its device key.
///
/// Possession alone, so it opens the session of an account that has no second factor, and nothing
/// else.
public struct DeviceProof: JSONBody, Hashable {
  /// The device.
  public var deviceID: String
  /// The challenge that is answered, issued for a PIN: for what a device signs without WebAuthn.
  public var challenge: Challenge
  /// The device key's signature over ``DeviceStatement/deviceProof(_:)``.
  public var deviceSignature: [UInt8]

  /// A proof to send.
  public init(deviceID: String, challenge: Challenge, deviceSignature: [UInt8]) {
    self.deviceID = deviceID
    self.challenge = challenge
    self.deviceSignature = deviceSignature
  }

  private enum CodingKeys: String, CodingKey {
    case deviceID = "deviceId"
    case challenge
    case deviceSignature
  }
}
