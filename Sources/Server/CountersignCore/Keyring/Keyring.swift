import Crypto
import WebAuthnModel

/// The server's own keys, one per purpose.
///
/// They live outside the database and its backup.
///
/// Printing a keyring shows its purposes and none of its keys.
public struct Keyring: Sendable {
  private let keys: [KeyPurpose: SymmetricKey]
  private let hashes: [KeyPurpose: KeyedHash]
  /// Where marks of stores are kept outside their databases; nil where the keyring has no file.
  package var marks: (any RunMarks)?

  /// A keyring of new random keys.
  public static func generated() -> Keyring {
    Keyring(
      keys: Dictionary(
        uniqueKeysWithValues: KeyPurpose.allCases.map { ($0, SymmetricKey(size: .bits256)) }))
  }

  /// Reads a keyring from its file's content.
  ///
  /// - Throws: ``KeyringError`` where a key is missing, of another length, or unknown: a server
  ///   that guessed here would lock everybody out or accept what it should not.
  public init(parsing content: [UInt8]) throws(KeyringError) {
    self.init(
      keys: try Self.keys(of: KeyPurpose.allCases, version: Self.version, in: content))
  }

  /// A keyring of an earlier version with keys for the purposes that came since.
  ///
  /// They follow from the keys that are there: every copy of the file, and every backup, gives the
  /// same ones, and nothing is lost with an upgraded file that was not written.
  ///
  /// - Throws: ``KeyringError`` where the content is no whole keyring of such a version.
  public init(upgrading content: [UInt8]) throws(KeyringError) {
    let before: [KeyPurpose: SymmetricKey]
    do {
      before = try Self.keys(of: KeyPurpose.ofVersion2, version: 2, in: content)
    } catch {
      before = try Self.keys(of: KeyPurpose.ofVersion1, version: 1, in: content)
    }
    var keys = before
    for purpose in KeyPurpose.allCases where before[purpose] == nil {
      keys[purpose] = Self.derivedKey(for: purpose, from: before)
    }
    self.init(keys: keys)
  }

  /// HKDF-SHA256 of the keys of version 1, one after the other; the purpose is the info.
  private static func derivedKey(
    for purpose: KeyPurpose, from keys: [KeyPurpose: SymmetricKey]
  ) -> SymmetricKey {
    var material: [UInt8] = []
    for key in KeyPurpose.ofVersion1.compactMap({ keys[$0] }) {
      key.withUnsafeBytes { material.append(contentsOf: $0) }
    }
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: material),
      salt: Array("countersign/keyring/v2".utf8), info: Array(purpose.rawValue.utf8),
      outputByteCount: 32)
  }

  private static func keys(
    of purposes: [KeyPurpose], version: Int64, in content: [UInt8]
  ) throws(KeyringError) -> [KeyPurpose: SymmetricKey] {
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
    guard members["version"] == .integer(version) else {
      throw KeyringError(problem: "is not of version \(version)")
    }
    var keys: [KeyPurpose: SymmetricKey] = [:]
    for purpose in purposes {
      guard case .string(let text)? = members[purpose.rawValue],
        let bytes = Base64URL.decode(text), bytes.count == 32
      else { throw KeyringError(problem: "has no 32-byte key for \(purpose.rawValue)") }
      keys[purpose] = SymmetricKey(data: bytes)
    }
    guard Set(keys.values.map { $0.withUnsafeBytes(Array.init) }).count == keys.count else {
      throw KeyringError(problem: "has one key for two purposes")
    }
    return keys
  }

  /// The file's content.
  ///
  /// Secret.
  public func serialized() -> [UInt8] {
    var members: JSONObject = ["version": .integer(Self.version)]
    for purpose in KeyPurpose.allCases {
      members[purpose.rawValue] = .string(
        Base64URL.encode(self[purpose].withUnsafeBytes(Array.init)))
    }
    return JSONValue.object(members).serialized()
  }

  private static let version: Int64 = 3

  private init(keys: [KeyPurpose: SymmetricKey]) {
    self.keys = keys
    hashes = keys.mapValues(KeyedHash.init)
  }

  /// The key for a purpose.
  ///
  /// Both ways to make a keyring give a key to each purpose.
  subscript(purpose: KeyPurpose) -> SymmetricKey {
    guard let key = keys[purpose] else {
      preconditionFailure("a keyring was made without a key for \(purpose.rawValue)")
    }
    return key
  }

  /// The keys for a purpose, newest first.
  func keys(_ purpose: KeyPurpose) -> [NumberedKey] {
    [NumberedKey(number: 1, key: self[purpose])]
  }

  /// HMAC-SHA256 with the key for a purpose.
  func authenticationCode(_ purpose: KeyPurpose, _ bytes: [UInt8]) -> [UInt8] {
    hash(purpose).code(for: bytes).withUnsafeBytes(Array.init)
  }

  /// Whether an HMAC-SHA256 is right, compared in constant time.
  func isAuthentic(_ code: [UInt8], _ purpose: KeyPurpose, _ bytes: [UInt8]) -> Bool {
    hash(purpose).isValid(code, for: bytes)
  }

  private func hash(_ purpose: KeyPurpose) -> KeyedHash {
    hashes[purpose] ?? KeyedHash(self[purpose])
  }
}

extension Keyring: CustomStringConvertible, CustomReflectable {
  /// The purposes; never a key.
  public var description: String { "keyring of \(keys.count) keys" }
  /// Nothing: `dump` finds no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A keyring that cannot be used.
public struct KeyringError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong; never a key.
  public let problem: String

  /// The problem as a sentence's end.
  public var description: String { "the keyring \(problem)" }
}

/// A key with its number among those of its purpose.
struct NumberedKey: Sendable {
  let number: UInt8
  let key: SymmetricKey
}

/// What a key of the keyring is for.
///
/// One key serves one purpose.
public enum KeyPurpose: String, Sendable, Hashable, CaseIterable {
  /// The code of a challenge (HMAC-SHA256).
  case challenge
  /// The signature of a verification token (HS256).
  case verificationToken
  /// The derivation of mailed and texted codes (HMAC-SHA256).
  case code
  /// The pepper of PINs in the seed's form (HMAC-SHA256 before scrypt).
  case pinPepper
  /// The hashing of personal data in the audit log (HMAC-SHA256).
  case auditSubject
  /// The sealing of authenticator apps' secrets (AES-256-GCM).
  case authenticatorSecret
  /// The secrets of links that stop what a notice tells of (HMAC-SHA256).
  case stopLink
  /// The hashing of whom links and codes are counted by (HMAC-SHA256).
  case requester
  /// The sealing of what rows say of people (AES-256-GCM).
  case sealing
  /// The hashes by which sealed values are found (HMAC-SHA256).
  case lookup

  /// The purposes that the keyrings of the first version have keys for, in the order in which the
  /// keys that came since are derived from theirs.
  static let ofVersion1: [KeyPurpose] = [
    .challenge, .verificationToken, .code, .pinPepper, .auditSubject,
  ]

  /// Those of the second version.
  static let ofVersion2: [KeyPurpose] = ofVersion1 + [.authenticatorSecret]
}

extension Keyring {
  /// Puts into the audit log that keys were added to a keyring of an earlier version.
  public func noteUpgrade(
    in store: any Store, clock: any ServiceClock = SystemClock()
  ) async throws {
    let now = clock.now()
    try await store.write { transaction in
      try AuditTrail(keyring: self).append(
        AuditEvent("keyring_upgraded", subjectText: "service"), at: now, in: transaction)
    }
  }
}
