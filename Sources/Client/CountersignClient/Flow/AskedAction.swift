import WebAuthnModel
import WireModel

/// What a protected action asked for, as it is kept while its outcome is unknown: enough to find
/// out, and nothing that proves anything.
enum AskedAction: Sendable, Hashable {
  /// A top-up.
  case topUp(TopUpPayload)
  /// The approval of a transaction under review.
  case approval(transactionID: String)
  /// A PIN in the seed's form.
  case pin(FactorChange)
  /// A PIN key on this device.
  case pinKey(FactorChange, PINKeyName)
  /// This installation as a new device, with its first PIN.
  case device(FactorChange)
  /// A key that this device made.
  case credential(FactorChange, CredentialID)
  /// The removal of this device's keys.
  case removal([CredentialID])

  /// In which of the flows over the account's factors it was asked.
  enum FactorChange: String, Sendable, Hashable, CaseIterable {
    case changePIN = "change_pin"
    case addBiometrics = "add_biometrics"
    case headlessUpgrade = "headless_upgrade"
  }
}

extension AskedAction: JSONBody {
  init(json: JSONValue) throws(JSONShapeError) {
    var reader = try JSONObjectReader(json)
    switch try reader.string("kind") {
    case "top_up":
      self = .topUp(try TopUpPayload(json: try Self.value("payload", &reader)))
    case "approval":
      self = .approval(transactionID: try reader.string("transactionID"))
    case "pin":
      self = .pin(try Self.change(&reader))
    case "pin_key":
      self = .pinKey(
        try Self.change(&reader),
        PINKeyName(
          generation: try reader.integer("generation"), id: try reader.optionalString("key")))
    case "device":
      self = .device(try Self.change(&reader))
    case "credential":
      self = .credential(
        try Self.change(&reader), CredentialID(try reader.bytes("credential")))
    case "removal":
      self = .removal(try Self.credentials(&reader))
    default: throw JSONShapeError(path: "kind", problem: "is not known")
    }
  }

  var json: JSONValue {
    switch self {
    case .topUp(let payload):
      ["kind": "top_up", "payload": payload.json]
    case .approval(let id):
      ["kind": "approval", "transactionID": .string(id)]
    case .pin(let change):
      ["kind": "pin", "change": .string(change.rawValue)]
    case .pinKey(let change, let key):
      [
        "kind": "pin_key", "change": .string(change.rawValue),
        "generation": .integer(key.generation), "key": key.id.map(JSONValue.string) ?? .null,
      ]
    case .device(let change):
      ["kind": "device", "change": .string(change.rawValue)]
    case .credential(let change, let id):
      [
        "kind": "credential", "change": .string(change.rawValue),
        "credential": .string(id.base64URL),
      ]
    case .removal(let ids):
      ["kind": "removal", "credentials": .array(ids.map { .string($0.base64URL) })]
    }
  }

  private static func value(
    _ name: String, _ reader: inout JSONObjectReader
  ) throws(JSONShapeError) -> JSONValue {
    guard let value = reader.optionalValue(name) else {
      throw JSONShapeError(path: name, problem: "is missing")
    }
    return value
  }

  private static func change(
    _ reader: inout JSONObjectReader
  ) throws(JSONShapeError) -> FactorChange {
    guard let change = FactorChange(rawValue: try reader.string("change")) else {
      throw JSONShapeError(path: "change", problem: "is not known")
    }
    return change
  }

  private static func credentials(
    _ reader: inout JSONObjectReader
  ) throws(JSONShapeError) -> [CredentialID] {
    var ids: [CredentialID] = []
    for value in try reader.array("credentials") {
      guard case .string(let text) = value, let bytes = Base64URL.decode(text) else {
        throw JSONShapeError(path: "credentials", problem: "must hold base64url")
      }
      ids.append(CredentialID(bytes))
    }
    return ids
  }
}
