public import WebAuthnModel

/// The proof for a protected action: exactly one kind, as fields beside the action's payload.
///
/// Which kinds a scenario allows is its policy's to say.
public enum Proof: JSONBody, Hashable {
  /// The token that `POST /biometric/auth/verify` gave.
  case verificationToken(SecretText)
  /// The WebAuthn assertion itself, straight to the action.
  case assertion(AssertionResponse)
  /// The PIN in a body, of a client without a device secret.
  case pin(SecretText)
  /// The PIN as two signatures of a device.
  case pinProof(PINProof)
  /// The device key alone: opens the session of an account without a second factor, and acts
  /// nowhere.
  case deviceProof(DeviceProof)
  /// The mailed code, and the texted one or that of an authenticator app.
  case codes(validateCode: SecretText, otp: SecretText?, twoFactorCode: SecretText?)

  /// The kinds, by the field that gives each.
  public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// A verification token, as `POST /biometric/auth/verify` gives it.
    case verificationToken
    /// An assertion, straight to the action.
    case assertion
    /// A PIN in the body.
    case pin
    /// A device's PIN proof.
    case pinProof
    /// A device's own signature.
    case deviceProof
    /// The mailed code, alone or with a second one.
    case validateCode
  }

  /// The kind of this proof.
  public var kind: Kind {
    switch self {
    case .verificationToken: .verificationToken
    case .assertion: .assertion
    case .pin: .pin
    case .pinProof: .pinProof
    case .deviceProof: .deviceProof
    case .codes: .validateCode
    }
  }

  /// Returns true if a body was refused for holding no proof, or more than one.
  public static func isCountProblem(_ error: JSONShapeError) -> Bool {
    error.problem == countProblem
  }

  private static let countProblem =
    "must hold exactly one proof: verificationToken, assertion, pin, pinProof or validateCode"
}

extension Proof {
  enum CodingKeys: CodingKey, CaseIterable {
    case verificationToken
    case assertion
    case pin
    case pinProof
    case deviceProof
    case validateCode
    case otp
    case twoFactorCode
  }

  /// The key type of its members, for the `flattenedKeys` of a body that it stands in.
  public static var memberKeys: any CodingKey.Type { CodingKeys.self }

  /// Reads the proof from its own fields, or from those of the body that it stands in.
  ///
  /// - Throws: `JSONShapeError` where there is none or more than one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var found: [Proof] = []
    if let token = try container.decodeIfPresent(SecretText.self, forKey: .verificationToken) {
      found.append(.verificationToken(token))
    }
    if let assertion = try container.decodeIfPresent(AssertionResponse.self, forKey: .assertion) {
      found.append(.assertion(assertion))
    }
    if let pin = try container.decodeIfPresent(SecretText.self, forKey: .pin) {
      found.append(.pin(pin))
    }
    if let proof = try container.decodeIfPresent(PINProof.self, forKey: .pinProof) {
      found.append(.pinProof(proof))
    }
    if let proof = try container.decodeIfPresent(DeviceProof.self, forKey: .deviceProof) {
      found.append(.deviceProof(proof))
    }
    if let codes = try Self.codes(in: container) { found.append(codes) }
    guard found.count == 1 else {
      throw JSONShapeError(path: "", problem: Self.countProblem)
    }
    self = found[0]
  }

  private static func codes(in container: KeyedDecodingContainer<CodingKeys>) throws -> Proof? {
    let otp = try container.decodeIfPresent(SecretText.self, forKey: .otp)
    let twoFactorCode = try container.decodeIfPresent(SecretText.self, forKey: .twoFactorCode)
    guard let code = try container.decodeIfPresent(SecretText.self, forKey: .validateCode) else {
      guard otp == nil, twoFactorCode == nil else {
        throw JSONShapeError(path: "validateCode", problem: "is missing beside the code")
      }
      return nil
    }
    guard otp == nil || twoFactorCode == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both otp and twoFactorCode")
    }
    return .codes(validateCode: code, otp: otp, twoFactorCode: twoFactorCode)
  }

  /// Writes the proof as its fields.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .verificationToken(let token): try container.encode(token, forKey: .verificationToken)
    case .assertion(let assertion): try container.encode(assertion, forKey: .assertion)
    case .pin(let pin): try container.encode(pin, forKey: .pin)
    case .pinProof(let proof): try container.encode(proof, forKey: .pinProof)
    case .deviceProof(let proof): try container.encode(proof, forKey: .deviceProof)
    case .codes(let validateCode, let otp, let twoFactorCode):
      try container.encode(validateCode, forKey: .validateCode)
      try container.encodeIfPresent(otp, forKey: .otp)
      try container.encodeIfPresent(twoFactorCode, forKey: .twoFactorCode)
    }
  }
}

/// The PIN as two signatures of a device: one by its device key, one by the key that the PIN gives
/// (Countersign device side, "PIN that never leaves the device").
///
/// Both are over the bytes of ``DeviceStatement/pinProof(_:)``. The server checks the first before
/// the second, and keeps neither.
public struct PINProof: JSONBody, Hashable {
  /// The device that signs, by its id.
  public var deviceID: String
  /// The number of the device's PIN key that signed, counted from 1.
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
  /// The device that signs, by its id.
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
