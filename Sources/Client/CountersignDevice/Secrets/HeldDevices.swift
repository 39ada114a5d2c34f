import CountersignClient
import Crypto
import WebAuthnModel
import WireModel

/// One device of an account, as it lies in the vault.
///
/// Secret.
struct HeldDevice {
  let id: String
  let privateKey: P256.Signing.PrivateKey
  /// The PIN key that held when the server last said so.
  var pin: PINKeySecret?
  /// One that the server may have taken since.
  var openPIN: PINKeySecret?
  /// One that the server had not taken when it was asked; kept until the next change, since a
  /// request that was still on its way may be taken after all.
  var sparePIN: PINKeySecret?

  /// The public device key.
  var publicKey: [UInt8] {
    let point = Array(privateKey.publicKey.x963Representation)
    return COSEPublicKey.es256(x: Array(point[1...32]), y: Array(point[33...64])).serialized()
  }

  func signature(over bytes: [UInt8]) throws -> [UInt8] {
    Array(try privateKey.signature(for: bytes).derRepresentation)
  }
}

/// All devices of an account here, in one value, so that they change together.
struct HeldDevices {
  /// The one that is registered.
  var registered: HeldDevice?
  /// One that the server may have registered.
  var unconfirmed: HeldDevice?

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
    if let value = reader.optionalValue("unconfirmed") {
      guard let device = HeldDevice(json: value) else { return nil }
      unconfirmed = device
    }
  }

  var vaultBytes: [UInt8] {
    var members: JSONObject = [:]
    members["registered"] = registered?.json
    members["unconfirmed"] = unconfirmed?.json
    return JSONValue.object(members).serialized()
  }
}

extension HeldDevice {
  fileprivate init?(json: JSONValue) {
    guard var reader = try? JSONObjectReader(json), let id = try? reader.string("id"),
      let bytes = try? reader.bytes("key"),
      let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
    else { return nil }
    self.id = id
    privateKey = key
    if let value = reader.optionalValue("pin") {
      guard let secret = PINKeySecret(json: value) else { return nil }
      pin = secret
    }
    if let value = reader.optionalValue("openPIN") {
      guard let secret = PINKeySecret(json: value) else { return nil }
      openPIN = secret
    }
    if let value = reader.optionalValue("sparePIN") {
      guard let secret = PINKeySecret(json: value) else { return nil }
      sparePIN = secret
    }
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = [
      "id": .string(id),
      "key": .string(Base64URL.encode(Array(privateKey.rawRepresentation))),
    ]
    members["pin"] = pin?.json
    members["openPIN"] = openPIN?.json
    members["sparePIN"] = sparePIN?.json
    return .object(members)
  }
}

extension PINKeySecret {
  fileprivate init?(json: JSONValue) {
    guard var reader = try? JSONObjectReader(json),
      let generation = try? reader.integer("generation"), let salt = try? reader.bytes("salt"),
      let random = try? reader.bytes("random")
    else { return nil }
    self.init(generation: generation, salt: salt, random: random)
  }

  fileprivate var json: JSONValue {
    [
      "generation": .integer(generation), "salt": .string(Base64URL.encode(salt)),
      "random": .string(Base64URL.encode(random)),
    ]
  }
}
