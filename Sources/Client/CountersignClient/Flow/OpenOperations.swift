import FlowModel
import WebAuthnModel
import WireModel

/// The operations whose answer was lost, in the vault: id of each and what it asked for, never its
/// proof.
///
/// A record is written before its action is sent and removed when its outcome is known, so that a
/// crash at any time between leaves it to be asked for. That of an app's own action, whose outcome
/// another flow finds, stays until the person was told.
struct OpenOperations: Sendable {
  let vault: any Vault
  let account: String

  /// The first that is open, or whose outcome is known and which asked for the same.
  ///
  /// - Parameter isSame: Tells whether what was asked for is what is asked for now.
  /// - Returns: The operation; nil if there is none.
  /// - Throws: `VaultError`.
  func first(
    where isSame: (AskedAction) -> Bool
  ) async throws(VaultError) -> OperationID? {
    var known: OperationID?
    for operation in try await all() {
      guard let record = try await record(of: operation), record.progress != .open else {
        return operation
      }
      if known == nil, record.asked.map(isSame) == true { known = operation }
    }
    return known
  }

  /// All of them, in the order of their names.
  func all() async throws(VaultError) -> [OperationID] {
    try await vault.names(account: account).map(\.name).filter { $0.hasPrefix(Self.prefix) }
      .map { OperationID(String($0.dropFirst(Self.prefix.count))) }
  }

  /// The record of an operation; nil if there is none.
  func record(of operation: OperationID) async throws(VaultError) -> OpenRecord? {
    guard let bytes = try await vault.value(name(of: operation)) else { return nil }
    guard let json = try? JSONValue(parsing: bytes) else { throw .damaged }
    return OpenRecord(json)
  }

  func keep(_ record: OpenRecord, of operation: OperationID) async throws(VaultError) {
    guard let json = record.json else { return }
    try await vault.setValue(json.serialized(), name(of: operation))
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

/// The vault's record of an operation whose answer was lost.
struct OpenRecord: Sendable, Hashable {
  /// The knowledge of its outcome.
  enum Progress: String, Sendable {
    /// Nothing.
    case open
    /// The outcome is known, and the person was not told.
    case known
    /// The person was told; the same is not done once more without a word.
    case told
  }

  /// The request; nil if this version does not know it.
  let asked: AskedAction?
  /// The document that the person saw; nil if none was shown.
  var document: Document?
  /// The moment at which it was sent, RFC 3339; nil where the app has no such clock.
  var sentAt: String?
  var progress = Progress.open
}

extension OpenRecord {
  fileprivate init(_ json: JSONValue) {
    asked = try? AskedAction(json: json)
    guard case .object(let members) = json else { return }
    document = members["document"].flatMap { try? Document(json: $0) }
    if case .string(let moment)? = members["sentAt"] { sentAt = moment }
    if case .string(let text)? = members["progress"] {
      progress = Progress(rawValue: text) ?? .open
    }
  }

  /// The record as JSON; nil for a request that this version does not know, whose record stays.
  fileprivate var json: JSONValue? {
    guard case .object(var members)? = asked?.json else { return nil }
    members["document"] = document?.json
    members["sentAt"] = sentAt.map(JSONValue.string)
    members["progress"] = progress == .open ? nil : .string(progress.rawValue)
    return .object(members)
  }
}

/// A protected action as it is kept while its outcome is unknown: enough to find out, and nothing
/// that proves anything.
enum AskedAction: Sendable, Hashable {
  /// An action that the app asked for, with its payload.
  case action(ScenarioName, JSONValue)
  /// The approval of a transaction under review.
  case approval(transactionID: String)
  /// A PIN that is sent in the body, with a key that this device made or without; in a flow of this
  /// type.
  case pin(FlowType, key: CredentialID?)
  /// A PIN key on this device, with a biometric key or without.
  case pinKey(FlowType, PINKeyName, key: CredentialID?)
  /// This installation as a new device, with its first PIN and a biometric key or without.
  case device(FlowType, key: CredentialID?)
  /// A key that this device made; in a SIGN_TRANSACTION on the way to the signature.
  case credential(FlowType, CredentialID)
  /// The removal of this device's keys.
  case removal([CredentialID])

  /// The type of the flow that set the factors; nil for an action that sets none.
  var flow: FlowType? {
    switch self {
    case .pin(let flow, _), .pinKey(let flow, _, _), .device(let flow, _),
      .credential(let flow, _):
      flow
    case .action, .approval, .removal: nil
    }
  }

  /// The biometric key that would be registered; nil where none would.
  var key: CredentialID? {
    switch self {
    case .pin(_, let key), .pinKey(_, _, let key), .device(_, let key): key
    case .credential(_, let key): key
    case .action, .approval, .removal: nil
    }
  }
}

extension AskedAction: JSONBody, ExtensibleJSON {
  private enum CodingKeys: CodingKey {
    case kind
    case scenario
    case payload
    case transactionID
    case flow
    case generation
    case pinKey
    case credential
    case credentials
  }

  private enum Kind: String, Codable, CaseIterable {
    case action
    case approval
    case pin
    case pinKey = "pin_key"
    case device
    case credential
    case removal
    // As apps wrote actions before all were written alike.
    case declared
    case test
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func flow() throws -> FlowType {
      let name = try container.decode(String.self, forKey: .flow)
      guard let flow = FlowType(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .flow, in: container, debugDescription: "no type of a flow")
      }
      return flow
    }
    func key() throws -> CredentialID? {
      try container.decodeIfPresent(CredentialID.self, forKey: .credential)
    }
    let written = try container.decode(String.self, forKey: .kind)
    guard let kind = Kind(rawValue: written) else {
      // Before all actions were written alike, an app's own had its scenario's name for a kind.
      self = .action(
        ScenarioName(written.uppercased()), try container.decode(JSONValue.self, forKey: .payload))
      return
    }
    switch kind {
    case .action, .declared:
      self = .action(
        try container.decode(ScenarioName.self, forKey: .scenario),
        try container.decode(JSONValue.self, forKey: .payload))
    case .test: self = .action(.testBiometrics, [:])
    case .approval:
      self = .approval(
        transactionID: try container.decode(String.self, forKey: .transactionID))
    case .pin: self = .pin(try flow(), key: try key())
    case .pinKey:
      let name = PINKeyName(
        generation: try container.decode(Int64.self, forKey: .generation),
        id: try container.decodeIfPresent(String.self, forKey: .pinKey))
      self = .pinKey(try flow(), name, key: try key())
    case .device: self = .device(try flow(), key: try key())
    case .credential:
      self = .credential(
        try flow(), try container.decode(CredentialID.self, forKey: .credential))
    case .removal:
      self = .removal(try container.decode([CredentialID].self, forKey: .credentials))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(
      _ kind: Kind, _ flow: FlowType, _ key: CredentialID?, _ name: PINKeyName? = nil
    ) throws {
      try container.encode(kind, forKey: .kind)
      try container.encode(flow.rawValue, forKey: .flow)
      try container.encodeIfPresent(name?.generation, forKey: .generation)
      try container.encodeIfPresent(name?.id, forKey: .pinKey)
      try container.encodeIfPresent(key, forKey: .credential)
    }
    switch self {
    case .action(let scenario, let payload):
      try container.encode(Kind.action, forKey: .kind)
      try container.encode(scenario, forKey: .scenario)
      try container.encode(payload, forKey: .payload)
    case .approval(let id):
      try container.encode(Kind.approval, forKey: .kind)
      try container.encode(id, forKey: .transactionID)
    case .pin(let flow, let key): try write(.pin, flow, key)
    case .pinKey(let flow, let name, let key): try write(.pinKey, flow, key, name)
    case .device(let flow, let key): try write(.device, flow, key)
    case .credential(let flow, let id): try write(.credential, flow, id)
    case .removal(let ids):
      try container.encode(Kind.removal, forKey: .kind)
      try container.encode(ids, forKey: .credentials)
    }
  }
}
