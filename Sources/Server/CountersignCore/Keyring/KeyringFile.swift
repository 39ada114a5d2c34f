import Crypto
import WebAuthnModel

extension Keyring {
  /// Reads a keyring from its file's content.
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
    guard version == Self.version else {
      throw KeyringError(
        problem: "is of version \(version), and this program reads \(Self.version) alone")
    }
    try Self.requireOnlyPurposes(members)
    var held: [KeyPurpose: [HeldKey]] = [:]
    for purpose in KeyPurpose.allCases { held[purpose] = try Self.keys(of: purpose, in: members) }
    try Self.requireDistinct(held)
    self.init(held)
  }

  /// The version of the file.
  ///
  /// Earlier ones are from before the first release.
  private static let version: Int64 = 5

  /// The file's content.
  ///
  /// Secret.
  public func serialized() -> [UInt8] {
    var members: JSONObject = ["version": .integer(Self.version)]
    for purpose in KeyPurpose.allCases {
      members[purpose.rawValue] = .array(heldKeys(purpose).map(\.json))
    }
    return JSONValue.object(members).serialized()
  }

  private static func keys(
    of purpose: KeyPurpose, in members: JSONObject
  ) throws(KeyringError) -> [HeldKey] {
    guard case .array(let values)? = members[purpose.rawValue], !values.isEmpty else {
      throw KeyringError(problem: "has no list of keys for \(purpose.rawValue)")
    }
    var keys: [HeldKey] = []
    for value in values { keys.append(try HeldKey(value, for: purpose)) }
    guard Set(keys.map(\.numbered.number)).count == keys.count else {
      throw KeyringError(problem: "has two keys of one number for \(purpose.rawValue)")
    }
    return keys
  }

  private static func requireOnlyPurposes(_ members: JSONObject) throws(KeyringError) {
    let known = Set(KeyPurpose.allCases.map(\.rawValue)).union(["version"])
    guard let unknown = members.names.first(where: { !known.contains($0) }) else { return }
    throw KeyringError(problem: "has the member \(unknown), which this version does not know")
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
    guard case .integer(let milliseconds)? = members["madeAt"] else {
      throw KeyringError(problem: "has as madeAt of key \(number) \(place) no milliseconds")
    }
    self.init(key, number: UInt8(number), madeAt: Timestamp(milliseconds: milliseconds))
  }

  fileprivate var json: JSONValue {
    [
      "number": .integer(Int64(numbered.number)), "madeAt": .integer(madeAt.milliseconds),
      "key": .string(Base64URL.encode(numbered.key.withUnsafeBytes(Array.init))),
    ]
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
