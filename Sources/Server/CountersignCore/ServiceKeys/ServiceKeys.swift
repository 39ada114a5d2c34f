public import WireModel

/// A service key as the store keeps it: without the key itself.
public struct StoredServiceKey: Sendable, Hashable {
  /// Its id; no secret.
  public let id: ServiceKeyID
  /// What somebody called it.
  public let name: String
  /// What it may be used for.
  public let scopes: Set<ServiceScope>
  /// When it was made.
  public let createdAt: Timestamp
  /// When it was revoked; nil while it is good.
  public let revokedAt: Timestamp?
}

/// The rows of service keys.
enum ServiceKeys {
  /// The hash under which a key is stored: of 256 random bits nobody guesses one, so nothing need
  /// slow the guess.
  static func hash(of key: SecretText) -> [UInt8] { sha256(Array(key.exposed.utf8)) }

  /// The id of the key with a hash: its beginning, which opens nothing.
  static func id(ofHash hash: [UInt8]) -> ServiceKeyID {
    ServiceKeyID(
      "key_" + hash.prefix(6).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  /// The key with a hash, where it is not revoked.
  static func find(
    _ hash: [UInt8], in transaction: any ReadTransaction
  ) throws -> StoredServiceKey? {
    try transaction.row("\(columns) WHERE hash = ? AND revoked_at IS NULL", [.blob(hash)])
      .map(read)
  }

  /// Every key, revoked ones too, oldest first.
  static func all(in transaction: any ReadTransaction) throws -> [StoredServiceKey] {
    try transaction.rows("\(columns) ORDER BY created_at, hash", []).map(read)
  }

  /// The hash of the key with an id, where it is not revoked.
  static func unrevokedHash(
    of id: ServiceKeyID, in transaction: any ReadTransaction
  ) throws -> [UInt8]? {
    try transaction.rows("SELECT hash FROM service_keys WHERE revoked_at IS NULL", [])
      .map { try $0.blob(0) }.first { self.id(ofHash: $0) == id }
  }

  private static func read(_ row: SQLRow) throws -> StoredServiceKey {
    let scopes = try row.text(2).split(separator: " ").compactMap {
      ServiceScope(rawValue: String($0))
    }
    return StoredServiceKey(
      id: id(ofHash: try row.blob(0)), name: try row.text(1), scopes: Set(scopes),
      createdAt: Timestamp(milliseconds: try row.integer(3)),
      revokedAt: try row.optionalInteger(4).map { Timestamp(milliseconds: $0) })
  }

  private static let columns =
    "SELECT hash, name, scopes, created_at, revoked_at FROM service_keys"
}
