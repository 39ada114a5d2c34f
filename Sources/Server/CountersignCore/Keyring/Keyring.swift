import Crypto
import WebAuthnModel

/// The server's own keys: for each purpose one or more, the newest first.
///
/// They live outside the database and its backup. What is made takes the newest key of its purpose;
/// what comes back is held against the older ones too, as long as their class keeps them
/// (``KeyRotation``).
///
/// Printing a keyring shows none of its keys.
public struct Keyring: Sendable {
  private let held: [KeyPurpose: [HeldKey]]
  /// The place of stores' marks outside their databases; nil if the keyring has no file.
  package var marks: (any RunMarks)?

  /// A keyring of new random keys, one for each purpose.
  ///
  /// - Parameter now: The moment at which they are made.
  /// - Returns: The keyring.
  public static func generated(at now: Timestamp = SystemClock().now()) -> Keyring {
    Keyring(
      Dictionary(
        uniqueKeysWithValues: KeyPurpose.allCases.map {
          ($0, [HeldKey(SymmetricKey(size: .bits256), number: 1, madeAt: now)])
        }))
  }

  /// A keyring of these keys, which has a key for each purpose.
  init(_ held: [KeyPurpose: [HeldKey]]) { self.held = held }

  /// The keys for a purpose, with what is known of them, newest first.
  ///
  /// All ways to make a keyring give a key to each purpose.
  func heldKeys(_ purpose: KeyPurpose) -> [HeldKey] {
    guard let keys = held[purpose], !keys.isEmpty else {
      preconditionFailure("a keyring was made without a key for \(purpose.rawValue)")
    }
    return keys
  }

  private func newest(_ purpose: KeyPurpose) -> HeldKey { heldKeys(purpose)[0] }

  /// The keys for a purpose, newest first.
  func keys(_ purpose: KeyPurpose) -> [NumberedKey] { heldKeys(purpose).map(\.numbered) }

  /// The newest key for a purpose.
  subscript(purpose: KeyPurpose) -> SymmetricKey { newest(purpose).numbered.key }

  /// The number of the newest key for a purpose.
  func newestNumber(_ purpose: KeyPurpose) -> UInt8 { newest(purpose).numbered.number }

  /// The numbers of the keys for a purpose that servers may still make things under: the newest,
  /// and for as long as one may not have been started again, those before it.
  func numbers(_ purpose: KeyPurpose, inUseAt now: Timestamp) -> [UInt8] {
    let keys = heldKeys(purpose)
    let isOver = now >= keys[0].madeAt.adding(seconds: Self.restartSeconds)
    return (isOver ? Array(keys.prefix(1)) : keys).map(\.numbered.number)
  }

  /// HMAC-SHA256 with the newest key for a purpose.
  func authenticationCode(_ purpose: KeyPurpose, _ bytes: [UInt8]) -> [UInt8] {
    newest(purpose).code(for: bytes)
  }

  /// HMAC-SHA256 with the key of a number; nil where the purpose has none of that number.
  func authenticationCode(
    _ purpose: KeyPurpose, number: UInt8, _ bytes: [UInt8]
  ) -> [UInt8]? {
    heldKeys(purpose).first { $0.numbered.number == number }?.code(for: bytes)
  }

  /// HMAC-SHA256 with each key for a purpose, newest first.
  func authenticationCodes(_ purpose: KeyPurpose, _ bytes: [UInt8]) -> [[UInt8]] {
    heldKeys(purpose).map { $0.code(for: bytes) }
  }

  /// Tells if an HMAC-SHA256 is right under the key of a number, compared in constant time; nil
  /// where the purpose has none of that number.
  func isAuthentic(
    _ code: [UInt8], _ purpose: KeyPurpose, number: UInt8, _ bytes: [UInt8]
  ) -> Bool? {
    heldKeys(purpose).first { $0.numbered.number == number }?.hash.isValid(code, for: bytes)
  }

  /// Tells if an HMAC-SHA256 is right under a key for a purpose whose number can have made it, each
  /// compared in constant time.
  func isAuthentic(
    _ code: [UInt8], _ purpose: KeyPurpose, _ bytes: [UInt8],
    madeBy isMaker: (UInt8) -> Bool = { _ in true }
  ) -> Bool {
    heldKeys(purpose).filter { isMaker($0.numbered.number) }
      .reduce(false) { $1.hash.isValid(code, for: bytes) || $0 }
  }
}

/// A key and its number among those of its purpose.
struct NumberedKey: Sendable {
  let number: UInt8
  let key: SymmetricKey
}

/// A key as the keyring holds it.
struct HeldKey: Sendable {
  let numbered: NumberedKey
  /// The moment at which it was made.
  let madeAt: Timestamp
  fileprivate let hash: KeyedHash

  init(_ key: SymmetricKey, number: UInt8, madeAt: Timestamp) {
    numbered = NumberedKey(number: number, key: key)
    self.madeAt = madeAt
    hash = KeyedHash(key)
  }

  fileprivate func code(for bytes: [UInt8]) -> [UInt8] {
    hash.code(for: bytes).withUnsafeBytes(Array.init)
  }
}

extension Keyring: CustomStringConvertible, CustomReflectable {
  /// The number of keys; never a key.
  public var description: String {
    "keyring of \(held.values.reduce(0) { $0 + $1.count }) keys"
  }
  /// Nothing: `dump` finds no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A keyring that cannot be used.
public struct KeyringError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem; never a key.
  public let problem: String

  /// The problem as a sentence's end.
  public var description: String { "the keyring \(problem)" }
}
