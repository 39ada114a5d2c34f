public import WebAuthnModel

/// A device as it registers itself.
///
/// The device chooses its own id, since its PIN key is derived from it.
public struct NewDevice: JSONBody, Hashable {
  /// The device's id: `dev_` and 16 random bytes, base64url.
  public var id: String
  /// The name to show, as a person knows the device.
  public var name: String
  /// The public device key (COSE; ES256 or EdDSA).
  public var key: [UInt8]
  /// The device key's signature over ``DeviceStatement/registration(of:relyingPartyID:context:)``.
  public var signature: [UInt8]
  /// The public PIN key of generation 1 (COSE; EdDSA); nil where no PIN is set.
  public var pinKey: [UInt8]?
  /// The PIN key's signature over the same bytes.
  ///
  /// Secret.
  public var pinSignature: SecretBytes?

  /// A device to register.
  public init(
    id: String, name: String, key: [UInt8], signature: [UInt8] = [], pinKey: [UInt8]? = nil,
    pinSignature: SecretBytes? = nil
  ) {
    self.id = id
    self.name = name
    self.key = key
    self.signature = signature
    self.pinKey = pinKey
    self.pinSignature = pinSignature
  }

  /// Reads the device.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    try self.init(reading: &reader)
    try reader.finish()
  }

  init(reading reader: inout JSONObjectReader) throws(JSONShapeError) {
    id = try reader.string("id")
    name = try reader.string("name")
    key = try reader.bytes("key")
    signature = try reader.bytes("signature")
    pinKey = try reader.optionalBytes("pinKey")
    pinSignature = try reader.optionalBytes("pinSignature").map(SecretBytes.init)
    guard (pinKey == nil) == (pinSignature == nil) else {
      throw JSONShapeError(path: reader.path, problem: "must hold pinKey and pinSignature, or none")
    }
  }

  /// The device's fields.
  public var json: JSONValue { .object(members) }

  var members: JSONObject {
    var members: JSONObject = [
      "id": .string(id), "name": .string(name), "key": .string(Base64URL.encode(key)),
      "signature": .string(Base64URL.encode(signature)),
    ]
    members["pinKey"] = pinKey.map { .string(Base64URL.encode($0)) }
    members["pinSignature"] = pinSignature.map { .string(Base64URL.encode($0.exposed)) }
    return members
  }
}

/// Body of `POST /devices`: the device, and what entitles to it.
public struct DeviceRequest: JSONBody, Hashable {
  /// The device, its context being the account's id.
  public var device: NewDevice
  /// The code mailed for purpose `register`, on an account without a factor.
  public var validateCode: SecretText?
  /// A proof by a factor that the account has.
  public var proof: Proof?
  /// A key that an account without a factor gets beside the device's PIN, both or neither; only
  /// with a code.
  public var registration: RegistrationResponse?

  /// A request to send.
  public init(
    device: NewDevice, validateCode: SecretText? = nil, proof: Proof? = nil,
    registration: RegistrationResponse? = nil
  ) {
    self.device = device
    self.validateCode = validateCode
    self.proof = proof
    self.registration = registration
  }

  /// Reads the body.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    device = try NewDevice(reading: &reader)
    validateCode = try reader.optionalSecret("validateCode")
    proof = try reader.optionalProof("proof")
    registration = try reader.optionalRegistration(besideCode: validateCode)
    try reader.finish()
    guard validateCode == nil || proof == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and proof")
    }
    guard registration == nil || device.pinKey != nil else {
      throw JSONShapeError(path: "registration", problem: "goes with pinKey only")
    }
  }

  /// The body's fields.
  public var json: JSONValue {
    var members = device.members
    members["validateCode"] = validateCode.map { .string($0.exposed) }
    members["proof"] = proof.map { .object($0.members) }
    members["registration"] = registration?.json
    return .object(members)
  }
}

/// Answer of `POST /devices`.
public struct RegisteredDevice: JSONBody, Hashable {
  /// The device's id.
  public var deviceID: String

  /// An answer to send.
  public init(deviceID: String) { self.deviceID = deviceID }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    deviceID = try reader.string("deviceId")
  }

  /// The answer's fields.
  public var json: JSONValue { ["deviceId": .string(deviceID)] }
}

/// Answer of `GET /devices`.
public struct DeviceList: JSONBody, Hashable {
  /// One device that is registered.
  public struct Item: Sendable, Hashable {
    /// The device's id.
    public var id: String
    /// The name to show.
    public var name: String
    /// When it was registered, RFC 3339 in UTC.
    public var createdAt: String
    /// When it last proved something, RFC 3339 in UTC; nil for never.
    public var lastUsedAt: String?
    /// Whether it is the device of the session that asks.
    public var isCurrent: Bool
    /// Which of its PIN keys holds, counted; 0 where it has none.
    public var pinGeneration: Int64
    /// Which one, by ``PINKeyRequest/keyID``; nil for the one that it was registered with, and for
    /// none.
    ///
    /// It depends on no PIN: a hash of the key would test guesses at it.
    public var pinKeyID: String?

    /// A device to list.
    public init(
      id: String, name: String, createdAt: String, lastUsedAt: String?, isCurrent: Bool,
      pinGeneration: Int64, pinKeyID: String?
    ) {
      self.id = id
      self.name = name
      self.createdAt = createdAt
      self.lastUsedAt = lastUsedAt
      self.isCurrent = isCurrent
      self.pinGeneration = pinGeneration
      self.pinKeyID = pinKeyID
    }
  }

  /// The account's devices, oldest first.
  public var devices: [Item]

  /// A list to send.
  public init(devices: [Item]) { self.devices = devices }

  /// Reads the answer.
  public init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    devices = []
    for value in try reader.array("devices") {
      var item = try JSONObjectReader(value)
      devices.append(
        Item(
          id: try item.string("id"), name: try item.string("name"),
          createdAt: try item.string("createdAt"),
          lastUsedAt: try item.optionalString("lastUsedAt"),
          isCurrent: try item.bool("isCurrent"), pinGeneration: try item.integer("pinGeneration"),
          pinKeyID: try item.optionalString("pinKeyId")))
    }
  }

  /// The answer's fields.
  public var json: JSONValue {
    let items = devices.map { item -> JSONValue in
      [
        "id": .string(item.id), "name": .string(item.name), "createdAt": .string(item.createdAt),
        "lastUsedAt": item.lastUsedAt.map(JSONValue.string) ?? .null,
        "isCurrent": .bool(item.isCurrent), "pinGeneration": .integer(item.pinGeneration),
        "pinKeyId": item.pinKeyID.map(JSONValue.string) ?? .null,
      ]
    }
    return ["devices": .array(items)]
  }
}
