import Crypto
import WebAuthnModel

extension Keyring {
  /// Reads a keyring from its file's content, of this version or an earlier one.
  ///
  /// The keys of an earlier version become the first of their purposes. Keys for later purposes
  /// follow from them. Every copy of the file, and every backup, gives the same ones. An upgraded
  /// file that was not written loses nothing.
  ///
  /// - Throws: ``KeyringError`` where a key is missing, of another length, or there twice, and
  ///   where anything is not known: a server that guessed here would lock everybody out or accept
  ///   what it should not.
  public init(parsing content: [UInt8]) throws(KeyringError) {
    let members: JSONObject
    do {
      guard case .object(let object) = try JSONValue(parsing: content) else {
        throw KeyringError(problem: "is not a JSON object")
      }
      members = object
    } catch let error as KeyringError {
      throw error
    } catch {
      throw KeyringError(problem: "is not JSON: \(error)")
    }
    guard case .integer(let version)? = members["version"] else {
      throw KeyringError(problem: "has no version")
    }
    let held: [KeyPurpose: [HeldKey]]
    if let purposes = KeyPurpose.single(inVersion: version) {
      held = Self.upgraded(
        try Self.singleKeys(of: purposes, in: members).mapValues {
          [HeldKey($0, number: 1, madeAt: nil)]
        })
    } else if let purposes = KeyPurpose.listed(inVersion: version) {
      held = Self.upgraded(try Self.numberedKeys(of: purposes, in: members))
    } else {
      throw KeyringError(
        problem: "is of version \(version), and this program knows \(Self.newestVersion)")
    }
    try Self.requireDistinct(held)
    self.init(held, fileVersion: version)
  }

  /// The file's content.
  ///
  /// Secret.
  public func serialized() -> [UInt8] {
    var members: JSONObject = ["version": .integer(Self.newestVersion)]
    for purpose in KeyPurpose.allCases {
      members[purpose.rawValue] = .array(heldKeys(purpose).map(\.json))
    }
    return JSONValue.object(members).serialized()
  }

  /// The keys of a file that has a list for each purpose.
  private static func numberedKeys(
    of purposes: [KeyPurpose], in members: JSONObject
  ) throws(KeyringError) -> [KeyPurpose: [HeldKey]] {
    try require(members, toHaveOnly: purposes)
    var held: [KeyPurpose: [HeldKey]] = [:]
    for purpose in purposes {
      guard case .array(let values)? = members[purpose.rawValue], !values.isEmpty else {
        throw KeyringError(problem: "has no list of keys for \(purpose.rawValue)")
      }
      var keys: [HeldKey] = []
      for value in values { keys.append(try HeldKey(value, for: purpose)) }
      guard Set(keys.map(\.numbered.number)).count == keys.count else {
        throw KeyringError(problem: "has two keys of one number for \(purpose.rawValue)")
      }
      held[purpose] = keys
    }
    return held
  }

  /// The keys of a file that has one for each purpose.
  private static func singleKeys(
    of purposes: [KeyPurpose], in members: JSONObject
  ) throws(KeyringError) -> [KeyPurpose: SymmetricKey] {
    try require(members, toHaveOnly: purposes)
    var keys: [KeyPurpose: SymmetricKey] = [:]
    for purpose in purposes {
      guard let key = SymmetricKey(members[purpose.rawValue]) else {
        throw KeyringError(problem: "has no 32-byte key for \(purpose.rawValue)")
      }
      keys[purpose] = key
    }
    return keys
  }

  /// The keys of a file, with derived ones for the purposes that it does not have.
  private static func upgraded(
    _ before: [KeyPurpose: [HeldKey]]
  ) -> [KeyPurpose: [HeldKey]] {
    KeyPurpose.allCases.reduce(into: before) { held, purpose in
      guard held[purpose] == nil else { return }
      held[purpose] = [HeldKey(derivedKey(for: purpose, from: before), number: 1, madeAt: nil)]
    }
  }

  /// HKDF-SHA256 of the newest keys of the purposes of version 1, one after the other; the purpose
  /// is the info.
  private static func derivedKey(
    for purpose: KeyPurpose, from keys: [KeyPurpose: [HeldKey]]
  ) -> SymmetricKey {
    var material: [UInt8] = []
    for key in KeyPurpose.ofVersion1.compactMap({ keys[$0]?.first }) {
      key.numbered.key.withUnsafeBytes { material.append(contentsOf: $0) }
    }
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: material),
      salt: Array("countersign/keyring/v2".utf8), info: Array(purpose.rawValue.utf8),
      outputByteCount: 32)
  }

  private static func require(
    _ members: JSONObject, toHaveOnly purposes: [KeyPurpose]
  ) throws(KeyringError) {
    let known = Set(purposes.map(\.rawValue)).union(["version"])
    guard let unknown = members.names.first(where: { !known.contains($0) }) else { return }
    throw KeyringError(problem: "has the unknown member \(unknown)")
  }

  private static func requireDistinct(
    _ held: [KeyPurpose: [HeldKey]]
  ) throws(KeyringError) {
    let keys = held.values.joined().map { $0.numbered.key.withUnsafeBytes(Array.init) }
    guard Set(keys).count == keys.count else {
      throw KeyringError(problem: "has one key twice")
    }
  }
}

extension HeldKey {
  /// Reads a key of a file.
  fileprivate init(_ value: JSONValue, for purpose: KeyPurpose) throws(KeyringError) {
    let place = "for \(purpose.rawValue)"
    guard case .object(let members) = value else {
      throw KeyringError(problem: "has a key \(place) that is no object")
    }
    if let unknown = members.names.first(where: { !["number", "madeAt", "key"].contains($0) }) {
      throw KeyringError(problem: "has a key \(place) with the unknown member \(unknown)")
    }
    guard case .integer(let number)? = members["number"], (1...255).contains(number) else {
      throw KeyringError(problem: "has a key \(place) without a number from 1 to 255")
    }
    guard let key = SymmetricKey(members["key"]) else {
      throw KeyringError(problem: "has no 32 bytes as key \(number) \(place)")
    }
    let madeAt: Timestamp?
    switch members["madeAt"] {
    case nil: madeAt = nil
    case .integer(let milliseconds)?: madeAt = Timestamp(milliseconds: milliseconds)
    default:
      throw KeyringError(problem: "has as madeAt of key \(number) \(place) no milliseconds")
    }
    self.init(key, number: UInt8(number), madeAt: madeAt)
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = ["number": .integer(Int64(numbered.number))]
    members["madeAt"] = madeAt.map { .integer($0.milliseconds) }
    members["key"] = .string(Base64URL.encode(numbered.key.withUnsafeBytes(Array.init)))
    return .object(members)
  }
}

extension SymmetricKey {
  /// A key of 32 bytes as a file has it.
  fileprivate init?(_ value: JSONValue?) {
    guard case .string(let text)? = value, let bytes = Base64URL.decode(text), bytes.count == 32
    else { return nil }
    self.init(data: bytes)
  }
}
