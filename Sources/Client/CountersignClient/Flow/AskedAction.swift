import WebAuthnModel
import WireModel

/// What a protected action asked for, as it is kept while its outcome is unknown: enough to find
/// out, and nothing that proves anything.
enum AskedAction: Sendable, Hashable {
  /// A top-up.
  case topUp(TopUpPayload)
  /// The approval of a transaction under review.
  case approval(transactionID: String)
  /// A test of a factor.
  case test
  /// A PIN in the seed's form, with a key that this device made or without.
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
  enum FactorChange: String, Codable, Sendable, Hashable, CaseIterable {
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

extension AskedAction: JSONBody, ExtensibleJSON {
  private enum CodingKeys: CodingKey {
    case kind
    case payload
    case transactionID
    case change
    case generation
    case pinKey
    case credential
    case credentials
  }

  private enum Kind: String, Codable, CaseIterable {
    case topUp = "top_up"
    case approval
    case test
    case pin
    case pinKey = "pin_key"
    case device
    case credential
    case removal
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func change() throws -> FactorChange {
      try container.decode(FactorChange.self, forKey: .change)
    }
    func key() throws -> CredentialID? {
      try container.decodeIfPresent(CredentialID.self, forKey: .credential)
    }
    switch try container.decode(Kind.self, forKey: .kind) {
    case .topUp: self = .topUp(try container.decode(TopUpPayload.self, forKey: .payload))
    case .approval:
      self = .approval(
        transactionID: try container.decode(String.self, forKey: .transactionID))
    case .test: self = .test
    case .pin: self = .pin(try change(), key: try key())
    case .pinKey:
      let name = PINKeyName(
        generation: try container.decode(Int64.self, forKey: .generation),
        id: try container.decodeIfPresent(String.self, forKey: .pinKey))
      self = .pinKey(try change(), name, key: try key())
    case .device: self = .device(try change(), key: try key())
    case .credential:
      self = .credential(
        try change(), try container.decode(CredentialID.self, forKey: .credential))
    case .removal:
      self = .removal(try container.decode([CredentialID].self, forKey: .credentials))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(
      _ kind: Kind, _ change: FactorChange, _ key: CredentialID?, _ name: PINKeyName? = nil
    ) throws {
      try container.encode(kind, forKey: .kind)
      try container.encode(change, forKey: .change)
      try container.encodeIfPresent(name?.generation, forKey: .generation)
      try container.encodeIfPresent(name?.id, forKey: .pinKey)
      try container.encodeIfPresent(key, forKey: .credential)
    }
    switch self {
    case .topUp(let payload):
      try container.encode(Kind.topUp, forKey: .kind)
      try container.encode(payload, forKey: .payload)
    case .approval(let id):
      try container.encode(Kind.approval, forKey: .kind)
      try container.encode(id, forKey: .transactionID)
    case .test: try container.encode(Kind.test, forKey: .kind)
    case .pin(let change, let key): try write(.pin, change, key)
    case .pinKey(let change, let name, let key): try write(.pinKey, change, key, name)
    case .device(let change, let key): try write(.device, change, key)
    case .credential(let change, let id): try write(.credential, change, id)
    case .removal(let ids):
      try container.encode(Kind.removal, forKey: .kind)
      try container.encode(ids, forKey: .credentials)
    }
  }
}
