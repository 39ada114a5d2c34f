import FlowModel
import WebAuthnModel
import WireModel

/// The operations whose outcome is open, in the vault: id of each and what it asked for, never its
/// proof.
///
/// A record is written before its action is sent and removed when its outcome is known, so that a
/// crash at any time between leaves it to be asked for.
struct OpenOperations: Sendable {
  let vault: any Vault
  let account: String

  /// The first that is open.
  func first() async throws(VaultError) -> OperationID? {
    for name in try await vault.names(account: account) where name.name.hasPrefix(Self.prefix) {
      return OperationID(String(name.name.dropFirst(Self.prefix.count)))
    }
    return nil
  }

  /// The action of an open operation; nil if this version does not know it.
  func asked(_ operation: OperationID) async throws(VaultError) -> AskedAction? {
    guard let bytes = try await vault.value(name(of: operation)) else { return nil }
    guard let json = try? JSONValue(parsing: bytes) else { throw .damaged }
    return try? AskedAction(json: json)
  }

  func remember(_ operation: OperationID, _ asked: AskedAction) async throws(VaultError) {
    try await vault.setValue(asked.json.serialized(), name(of: operation))
  }

  func forget(_ operation: OperationID) async throws(VaultError) {
    let name = name(of: operation)
    guard try await vault.value(name) != nil else { return }
    try await vault.setValue(nil, name)
  }

  private func name(of operation: OperationID) -> VaultName {
    VaultName(account: account, name: Self.prefix + operation.text)
  }

  private static let prefix = "open-operation/"
}

/// A protected action as it is kept while its outcome is unknown: enough to find out, and nothing
/// that proves anything.
enum AskedAction: Sendable, Hashable {
  /// A top-up.
  case topUp(TopUpPayload)
  /// The approval of a transaction under review.
  case approval(transactionID: String)
  /// A test of a factor.
  case test
  /// A PIN that is sent in the body, with a key that this device made or without.
  case pin(FactorChange, key: CredentialID?)
  /// A PIN key on this device, with a biometric key or without.
  case pinKey(FactorChange, PINKeyName, key: CredentialID?)
  /// This installation as a new device, with its first PIN and a biometric key or without.
  case device(FactorChange, key: CredentialID?)
  /// A key that this device made.
  case credential(FactorChange, CredentialID)
  /// The removal of this device's keys.
  case removal([CredentialID])

  /// In which of the flows over the account's factors it was asked, or on the way to a signature.
  enum FactorChange: String, Sendable, Hashable, CaseIterable {
    case changePIN = "change_pin"
    case addBiometrics = "add_biometrics"
    case headlessUpgrade = "headless_upgrade"
    case onTheWay = "on_the_way"
  }

  /// The biometric key that would be registered; nil where none would.
  var key: CredentialID? {
    switch self {
    case .pin(_, let key), .pinKey(_, _, let key), .device(_, let key): key
    case .credential(_, let key): key
    case .topUp, .approval, .test, .removal: nil
    }
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
    case "test":
      self = .test
    case "pin":
      self = .pin(try Self.change(&reader), key: try Self.key(&reader))
    case "pin_key":
      self = .pinKey(
        try Self.change(&reader),
        PINKeyName(
          generation: try reader.integer("generation"), id: try reader.optionalString("pinKey")),
        key: try Self.key(&reader))
    case "device":
      self = .device(try Self.change(&reader), key: try Self.key(&reader))
    case "credential":
      self = .credential(
        try Self.change(&reader), CredentialID(try reader.bytes("credential")))
    case "removal":
      self = .removal(try Self.credentials(&reader))
    default: throw JSONShapeError(path: "kind", problem: "is not known")
    }
  }

  var json: JSONValue { .object(members) }

  private var members: JSONObject {
    switch self {
    case .topUp(let payload):
      ["kind": "top_up", "payload": payload.json]
    case .approval(let id):
      ["kind": "approval", "transactionID": .string(id)]
    case .test:
      ["kind": "test"]
    case .pin(let change, let key):
      Self.members("pin", change, key)
    case .pinKey(let change, let name, let key):
      Self.members("pin_key", change, key, name)
    case .device(let change, let key):
      Self.members("device", change, key)
    case .credential(let change, let id):
      Self.members("credential", change, id)
    case .removal(let ids):
      ["kind": "removal", "credentials": .array(ids.map { .string($0.base64URL) })]
    }
  }

  private static func members(
    _ kind: String, _ change: FactorChange, _ key: CredentialID?, _ name: PINKeyName? = nil
  ) -> JSONObject {
    var members: JSONObject = ["kind": .string(kind), "change": .string(change.rawValue)]
    members["generation"] = name.map { .integer($0.generation) }
    members["pinKey"] = name?.id.map(JSONValue.string)
    members["credential"] = key.map { .string($0.base64URL) }
    return members
  }

  private static func key(
    _ reader: inout JSONObjectReader
  ) throws(JSONShapeError) -> CredentialID? {
    try reader.optionalBytes("credential").map { CredentialID($0) }
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
