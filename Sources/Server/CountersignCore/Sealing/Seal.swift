import Crypto
import DocumentModel

/// Seals what rows say of people, so that whoever has the database alone reads none of it
/// (AES-256-GCM).
///
/// A sealed value is bound to its table, column and row: moved to another place, it does not open.
/// Its nonce follows from place and content, under a key of its own. So a command that is run again
/// writes the same bytes, and no nonce is used for two contents. Equal bytes tell that one column
/// of one row was given the same content twice, and nothing of other rows.
public struct Seal: Sendable {
  /// The keys that open, the one that seals first.
  private let keys: [SealKey]

  init(_ keys: [SealKey]) { self.keys = keys }

  /// Seals a text.
  public func seal(_ text: String, at place: SealedPlace) throws -> SQLValue {
    .blob(try seal(Array(text.utf8), at: place))
  }

  /// Seals a text; NULL stays NULL.
  public func seal(_ text: String?, at place: SealedPlace) throws -> SQLValue {
    guard let text else { return .null }
    return try seal(text, at: place)
  }

  /// Seals bytes; NULL stays NULL.
  func seal(_ bytes: [UInt8]?, at place: SealedPlace) throws -> SQLValue {
    guard let bytes else { return .null }
    return .blob(try seal(bytes, at: place))
  }

  /// Seals bytes.
  func seal(_ bytes: [UInt8], at place: SealedPlace) throws -> [UInt8] {
    guard let key = keys.first else { throw StoreError.noSealingKey }
    return try key.seal(bytes, place.bytes)
  }

  /// Opens a text.
  ///
  /// - Throws: ``StoreError`` where the value was sealed under another key or for another place.
  public func text(_ sealed: [UInt8], at place: SealedPlace) throws -> String {
    String(decoding: try bytes(sealed, at: place), as: UTF8.self)
  }

  /// Opens bytes.
  func bytes(_ sealed: [UInt8], at place: SealedPlace) throws -> [UInt8] {
    guard let number = sealed.first, let key = keys.first(where: { $0.number == number }),
      let bytes = key.open(sealed, place.bytes)
    else {
      throw keys.isEmpty
        ? StoreError.noSealingKey
        : StoreError(
          code: .corrupt, reason: "\(place) does not open: it was sealed with another keyring")
    }
    return bytes
  }

  /// A value sealed again with the newest key; nil where it is so already.
  func renewed(_ sealed: [UInt8], at place: SealedPlace) throws -> [UInt8]? {
    guard sealed.first != keys.first?.number else { return nil }
    return try seal(bytes(sealed, at: place), at: place)
  }

  /// A keyed hash for comparison: nobody with the database alone can try values against it.
  func hash(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let key = keys.first else { throw StoreError.noSealingKey }
    return key.hash(bytes)
  }
}

/// The place of a sealed value.
public struct SealedPlace: Sendable, CustomStringConvertible {
  private let column: String
  private let row: [UInt8]

  /// A column of a row.
  ///
  /// - Parameters:
  ///   - column: The table and the column, as in `transactions.content`.
  ///   - row: The row's id.
  public init(_ column: String, of row: String) { self.init(column, of: Array(row.utf8)) }

  init(_ column: String, of row: [UInt8]) { (self.column, self.row) = (column, row) }

  /// The column, for a log.
  public var description: String { "a value of \(column)" }

  fileprivate var bytes: [UInt8] {
    var form = CanonicalForm()
    form.append(utf8: "countersign/seal/v1")
    form.append(utf8: column)
    form.append(bytes: row)
    return form.bytes
  }
}

/// A key that seals: one for the content, one for the nonces and hashes.
struct SealKey: Sendable {
  let number: UInt8
  private let content: SymmetricKey
  private let nonces: KeyedHash
  private let hashes: KeyedHash

  /// The bytes of a secret: three keys of 32.
  static let secretBytes = 96

  /// Takes a secret apart into its keys.
  init(number: UInt8, secret: [UInt8]) {
    self.number = number
    content = SymmetricKey(data: secret[..<32])
    nonces = KeyedHash(SymmetricKey(data: secret[32..<64]))
    hashes = KeyedHash(SymmetricKey(data: secret[64...]))
  }

  /// Derives the keys from one of a keyring's.
  init(_ key: NumberedKey) {
    let secret = HKDF<SHA256>.expand(
      pseudoRandomKey: key.key, info: Array("countersign/seal/v1".utf8),
      outputByteCount: Self.secretBytes)
    self.init(number: key.number, secret: secret.withUnsafeBytes(Array.init))
  }

  /// The key's number, a nonce of 12 bytes, the content, a tag of 16.
  func seal(_ bytes: [UInt8], _ place: [UInt8]) throws -> [UInt8] {
    var form = CanonicalForm()
    form.append(bytes: place)
    form.append(bytes: bytes)
    let nonce = nonces.code(for: form.bytes).withUnsafeBytes { Array($0.prefix(12)) }
    let box = try AES.GCM.seal(
      bytes, using: content, nonce: AES.GCM.Nonce(data: nonce), authenticating: place)
    return [number] + nonce + Array(box.ciphertext) + Array(box.tag)
  }

  /// Nil for what was not sealed by this key for this place.
  func open(_ sealed: [UInt8], _ place: [UInt8]) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
      let bytes = try? AES.GCM.open(box, using: content, authenticating: place)
    else { return nil }
    return Array(bytes)
  }

  func hash(_ bytes: [UInt8]) -> [UInt8] { hashes.code(for: bytes).withUnsafeBytes(Array.init) }
}
