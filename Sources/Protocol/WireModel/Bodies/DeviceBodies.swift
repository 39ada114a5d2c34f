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

  enum CodingKeys: CodingKey {
    case id
    case name
    case key
    case signature
    case pinKey
    case pinSignature
  }

  /// Refuses half of a PIN.
  public func checkMembers() throws(JSONShapeError) {
    guard (pinKey == nil) == (pinSignature == nil) else {
      throw JSONShapeError(path: "", problem: "must hold pinKey and pinSignature, or none")
    }
  }
}

/// Body of `POST /devices`: the device, and what entitles to it.
public struct DeviceRequest: JSONBody, Hashable {
  /// The device, its context being the account's id.
  @Flattened public var device: NewDevice
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

  /// The key types of flattened members.
  public static var flattenedKeys: [any CodingKey.Type] { [NewDevice.CodingKeys.self] }

  /// Refuses two ways at once, and a key without what it goes with.
  public func checkMembers() throws(JSONShapeError) {
    guard registration == nil || validateCode != nil else {
      throw JSONShapeError(path: "registration", problem: "goes with validateCode only")
    }
    guard validateCode == nil || proof == nil else {
      throw JSONShapeError(path: "", problem: "must not hold both validateCode and proof")
    }
    guard registration == nil || device.pinKey != nil else {
      throw JSONShapeError(path: "registration", problem: "goes with pinKey only")
    }
  }
}

/// Answer of `POST /devices`.
public struct RegisteredDevice: JSONBody, ExtensibleJSON, Hashable {
  /// The id that the device gave itself.
  public var deviceID: String

  /// An answer to send.
  public init(deviceID: String) { self.deviceID = deviceID }

  private enum CodingKeys: String, CodingKey {
    case deviceID = "deviceId"
  }
}

/// Answer of `GET /devices`.
public struct DeviceList: JSONBody, ExtensibleJSON, Hashable {
  /// One device that is registered.
  public struct Item: Codable, ExtensibleJSON, Sendable, Hashable {
    /// The id that the device gave itself.
    public var id: String
    /// The name to show.
    public var name: String
    /// The time of the registration, RFC 3339 in UTC.
    public var createdAt: String
    /// The time of its last proof, RFC 3339 in UTC; nil for none.
    @Nullable public var lastUsedAt: String?
    /// True if it is the device of the session that asks.
    public var isCurrent: Bool
    /// The number of the PIN key that holds, counted from 1; 0 where the device has none.
    public var pinGeneration: Int64
    /// That key, by ``PINKeyRequest/keyID``; nil for the one that it was registered with, and for
    /// none.
    ///
    /// It depends on no PIN: a hash of the key would test guesses at it.
    @Nullable public var pinKeyID: String?
    /// True if it acts on low amounts only for now, since it is new and the person can stop it.
    public var isWaiting: Bool
    /// Until when, RFC 3339 in UTC; nil where it does not wait, and before a notice of it was
    /// handed over.
    public var waitsUntil: String?

    /// A device to list.
    public init(
      id: String, name: String, createdAt: String, lastUsedAt: String?, isCurrent: Bool,
      pinGeneration: Int64, pinKeyID: String?, isWaiting: Bool = false, waitsUntil: String? = nil
    ) {
      self.id = id
      self.name = name
      self.createdAt = createdAt
      self.lastUsedAt = lastUsedAt
      self.isCurrent = isCurrent
      self.pinGeneration = pinGeneration
      self.pinKeyID = pinKeyID
      self.isWaiting = isWaiting
      self.waitsUntil = waitsUntil
    }

    private enum CodingKeys: String, CodingKey {
      case id
      case name
      case createdAt
      case lastUsedAt
      case isCurrent
      case pinGeneration
      case pinKeyID = "pinKeyId"
      case isWaiting
      case waitsUntil
    }
  }

  /// The account's devices, oldest first.
  public var devices: [Item]

  /// A list to send.
  public init(devices: [Item]) { self.devices = devices }
}
