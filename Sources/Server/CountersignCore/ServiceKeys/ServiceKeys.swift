public import WireModel

/// The keys of hosts' backends.
public final class ServiceKeys: Sendable {
  private let store: any Store

  init(store: any Store) {
    self.store = store
  }

  /// Finds a service key.
  ///
  /// Its row is read with each request, so that a revoked key is over everywhere at once.
  ///
  /// - Parameters:
  ///   - key: The key as it was sent.
  ///   - scope: What it is to be used for.
  /// - Returns: The key, `service_key_required` where there is none or it is revoked, or
  ///   `scope_missing` where it is for something else.
  /// - Throws: `StoreError`.
  public func authenticate(
    serviceKey key: SecretText, for scope: ServiceScope
  ) async throws -> Decision<AuthenticatedServiceKey> {
    let hash = ServiceKeys.hash(of: key)
    let stored = try await store.read { try ServiceKeys.find(hash, in: $0) }
    guard let stored else { return .failure(.noServiceKey) }
    guard stored.scopes.contains(scope) else {
      return .failure(
        Refusal(
          .scopeMissing, "this service key is not for \(scope.rawValue); create one with that scope"
        ))
    }
    return .success(
      AuthenticatedServiceKey(
        id: stored.id, host: stored.host, hostName: stored.hostName, scopes: stored.scopes))
  }

  // MARK: Rows

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
    try transaction.row("\(columns) WHERE k.hash = ? AND k.revoked_at IS NULL", [.blob(hash)])
      .map(read)
  }

  /// Tells if no key with a hash is known, revoked or not.
  static func isNew(_ hash: [UInt8], in transaction: any ReadTransaction) throws -> Bool {
    try transaction.row("SELECT 1 FROM service_keys WHERE hash = ?", [.blob(hash)]) == nil
  }

  /// Every key, revoked ones too, oldest first.
  static func all(in transaction: any ReadTransaction) throws -> [StoredServiceKey] {
    try transaction.rows("\(columns) ORDER BY k.created_at, k.hash", []).map(read)
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
      id: id(ofHash: try row.blob(0)), host: HostID(try row.text(5)),
      hostName: HostName(stored: try row.text(6)), name: try row.text(1), scopes: Set(scopes),
      createdAt: Timestamp(milliseconds: try row.integer(3)),
      revokedAt: try row.optionalInteger(4).map { Timestamp(milliseconds: $0) })
  }

  private static let columns = """
    SELECT k.hash, k.name, k.scopes, k.created_at, k.revoked_at, h.id, h.name
    FROM service_keys k JOIN hosts h ON h.id = k.host_id
    """
}

/// A service key as the store keeps it: without the key itself.
public struct StoredServiceKey: Sendable, Hashable {
  /// Its id; no secret.
  public let id: ServiceKeyID
  /// The host whose key it is; a host can have several, so that they rotate.
  public let host: HostID
  /// The name of that host.
  public let hostName: HostName
  /// The name that somebody gave it.
  public let name: String
  /// The scopes in which it may be used.
  public let scopes: Set<ServiceScope>
  /// The moment at which it was made.
  public let createdAt: Timestamp
  /// The moment at which it was revoked; nil while it is good.
  public let revokedAt: Timestamp?
}

extension Refusal {
  /// No service key, or one that is revoked: said in one way, so that it tells nothing.
  public static let noServiceKey = Refusal(
    .serviceKeyRequired, "send a service key of this server as a Bearer token")
}

/// A service key that was given and is good for what is asked: a host's backend.
///
/// Only ``ServiceKeys/authenticate(serviceKey:for:)`` makes one.
public struct AuthenticatedServiceKey: Sendable, Hashable {
  /// The key's id; no secret.
  public let id: ServiceKeyID
  /// The host: the tenant whose accounts, transactions and scenarios it sees.
  public let host: HostID
  /// The name of that host.
  public let hostName: HostName
  /// The scopes in which it may be used.
  public let scopes: Set<ServiceScope>
}
