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
  /// The entitlement to it.
  @Flattened public var entitlement: Entitlement
  /// A key that an account without a factor gets in the same change, both or neither; only with a
  /// code.
  public var registration: RegistrationResponse?

  /// The entitlement to a PIN key.
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

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [Entitlement.CodingKeys.self] }

  /// Refuses a key without the code that entitles to it.
  public func checkMembers() throws(JSONShapeError) {
    if registration == nil { return }
    guard case .validateCode = entitlement else {
      throw JSONShapeError(path: "registration", problem: "goes with validateCode only")
    }
  }
}

extension PINKeyRequest.Entitlement: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case oldPIN = "oldPinSignature"
    case validateCode
    case proof
  }

  /// Reads what entitles; it must be one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let old = try container.decodeIfPresent(SecretBytes.self, forKey: .oldPIN)
    let code = try container.decodeIfPresent(SecretText.self, forKey: .validateCode)
    let proof = try container.decodeIfPresent(Proof.self, forKey: .proof)
    switch (old, code, proof) {
    case (let old?, nil, nil): self = .oldPIN(old)
    case (nil, let code?, nil): self = .validateCode(code)
    case (nil, nil, let proof?): self = .proof(proof)
    default:
      throw JSONShapeError(
        path: "", problem: "must hold exactly one of oldPinSignature, validateCode and proof")
    }
  }

  /// Writes what entitles.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .oldPIN(let signature): try container.encode(signature, forKey: .oldPIN)
    case .validateCode(let code): try container.encode(code, forKey: .validateCode)
    case .proof(let proof): try container.encode(proof, forKey: .proof)
    }
  }
}
