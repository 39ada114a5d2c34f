public import WebAuthnModel

/// Body of `PUT /devices/{id}/pin-key`: sets the device's PIN, or changes it in one request.
public struct PINKeyRequest: JSONBody, Hashable {
  /// The new generation: one more than the one that holds; 1 for the first PIN.
  public var generation: Int64
  /// The new public PIN key (COSE; EdDSA).
  public var pinKey: [UInt8]
  /// A challenge for a PIN, of scenario MANAGE_FACTORS.
  public var challenge: Challenge
  /// The device key's signature over ``DeviceStatement/pinKey(_:deviceID:)``.
  public var deviceSignature: [UInt8]
  /// The new PIN key's signature over the same bytes.
  ///
  /// Secret.
  public var pinSignature: SecretBytes
  /// What entitles to it.
  public var entitlement: Entitlement
  /// A key that an account without a factor gets in the same change, both or neither; only with a
  /// code.
  public var registration: RegistrationResponse?

  /// What entitles to a PIN key.
  public enum Entitlement: Sendable, Hashable {
    /// The old PIN key's signature over the same bytes. Secret.
    case oldPIN(SecretBytes)
    /// The code mailed for purpose `set_pin`, on an account without a factor. Secret.
    case validateCode(SecretText)
    /// A proof by another factor, where the device has no PIN yet.
    case proof(Proof)
  }

  /// A request to send.
  public init(
    generation: Int64, pinKey: [UInt8], challenge: Challenge, deviceSignature: [UInt8] = [],
    pinSignature: SecretBytes = SecretBytes([]), entitlement: Entitlement,
    registration: RegistrationResponse? = nil
  ) {
    self.generation = generation
    self.pinKey = pinKey
    self.challenge = challenge
    self.deviceSignature = deviceSignature
    self.pinSignature = pinSignature
    self.entitlement = entitlement
    self.registration = registration
  }

  /// The name under which the server keeps this key: the id of the challenge over which it was set.
  public var keyID: String {
    Base64URL.encode(ChallengeLayout(challenge.bytes)?.id ?? challenge.bytes)
  }

  /// Reads the body; exactly one entitlement.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    generation = try reader.integer("generation")
    pinKey = try reader.bytes("pinKey")
    challenge = Challenge(try reader.bytes("challenge"))
    deviceSignature = try reader.bytes("deviceSignature")
    pinSignature = SecretBytes(try reader.bytes("pinSignature"))
    let old = try reader.optionalBytes("oldPinSignature").map(SecretBytes.init)
    let code = try reader.optionalSecret("validateCode")
    let proof = try reader.optionalProof("proof")
    registration = try reader.optionalRegistration(besideCode: code)
    try reader.finish()
    switch (old, code, proof) {
    case (let old?, nil, nil): entitlement = .oldPIN(old)
    case (nil, let code?, nil): entitlement = .validateCode(code)
    case (nil, nil, let proof?): entitlement = .proof(proof)
    default:
      throw JSONShapeError(
        path: "", problem: "must hold exactly one of oldPinSignature, validateCode and proof")
    }
  }

  /// The body's fields.
  public var json: JSONValue {
    var members: JSONObject = [
      "generation": .integer(generation), "pinKey": .string(Base64URL.encode(pinKey)),
      "challenge": .string(challenge.base64URL),
      "deviceSignature": .string(Base64URL.encode(deviceSignature)),
      "pinSignature": .string(Base64URL.encode(pinSignature.exposed)),
    ]
    switch entitlement {
    case .oldPIN(let signature):
      members["oldPinSignature"] = .string(Base64URL.encode(signature.exposed))
    case .validateCode(let code): members["validateCode"] = .string(code.exposed)
    case .proof(let proof): members["proof"] = .object(proof.members)
    }
    members["registration"] = registration?.json
    return .object(members)
  }
}

extension JSONObjectReader {
  /// Reads a key that is registered beside a first PIN, or nothing.
  ///
  /// - Throws: ``JSONShapeError`` where no code comes with it: a factor that is there entitles to a
  ///   key by itself.
  mutating func optionalRegistration(
    besideCode code: SecretText?
  ) throws(JSONShapeError) -> RegistrationResponse? {
    guard let json = optionalValue("registration") else { return nil }
    guard code != nil else {
      throw JSONShapeError(path: "registration", problem: "goes with validateCode only")
    }
    return try RegistrationResponse(json: json)
  }
}
