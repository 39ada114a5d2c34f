import CountersignClient
import WebAuthnModel

/// One device of an account, as it lies in the vault.
///
/// Secret.
struct HeldDevice: Unprinted {
  let id: String
  /// The device key as its source keeps it.
  let key: JSONValue
  /// The PIN key that proves: the one that held when the server last said so, or a guess since.
  var pin: PINKeySecret?
  /// Those that the server may have taken since, newest last: also one that it had not taken when
  /// it was asked, since its request may have been on its way.
  var laterPINs: [PINKeySecret] = []
  /// True if the server was not asked since the newest of them was made, or since a guess.
  var isPINOpen = false
}

/// All devices of an account here, in one value, so that they change together.
struct HeldDevices: Unprinted {
  /// The one that is registered.
  var registered: HeldDevice?
  /// Those that the server may have registered, the oldest first.
  var unconfirmed: [HeldDevice] = []

  init() {}

  /// Reads the value; nil where it is none of these.
  init?(vaultBytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: vaultBytes),
      var reader = try? JSONObjectReader(json)
    else { return nil }
    if let value = reader.optionalValue("registered") {
      guard let device = HeldDevice(json: value) else { return nil }
      registered = device
    }
    guard let values = try? reader.array("unconfirmed") else { return nil }
    for value in values {
      guard let device = HeldDevice(json: value) else { return nil }
      unconfirmed.append(device)
    }
  }

  var vaultBytes: [UInt8] {
    var members: JSONObject = [:]
    members["registered"] = registered?.json
    members["unconfirmed"] = .array(unconfirmed.map(\.json))
    return JSONValue.object(members).serialized()
  }
}

extension HeldDevice {
  fileprivate init?(json: JSONValue) {
    guard var reader = try? JSONObjectReader(json), let id = try? reader.string("id"),
      let key = reader.optionalValue("key")
    else { return nil }
    self.id = id
    self.key = key
    if let value = reader.optionalValue("pin") {
      guard let secret = PINKeySecret(json: value) else { return nil }
      pin = secret
    }
    guard let values = try? reader.array("laterPINs"), let isOpen = try? reader.bool("isPINOpen")
    else { return nil }
    for value in values {
      guard let secret = PINKeySecret(json: value) else { return nil }
      laterPINs.append(secret)
    }
    isPINOpen = isOpen
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = [
      "id": .string(id), "key": key,
      "laterPINs": .array(laterPINs.map(\.json)), "isPINOpen": .bool(isPINOpen),
    ]
    members["pin"] = pin?.json
    return .object(members)
  }
}

extension PINKeySecret {
  fileprivate init?(json: JSONValue) {
    guard var reader = try? JSONObjectReader(json),
      let generation = try? reader.integer("generation"), let salt = try? reader.bytes("salt"),
      let random = try? reader.bytes("random")
    else { return nil }
    // Null for the first.
    let id = (try? reader.optionalString("id")) ?? nil
    self.init(
      name: PINKeyName(generation: generation, id: id), salt: salt, random: random)
  }

  fileprivate var json: JSONValue {
    [
      "generation": .integer(generation), "id": name.id.map(JSONValue.string) ?? .null,
      "salt": .string(Base64URL.encode(salt)), "random": .string(Base64URL.encode(random)),
    ]
  }
}
