import WebAuthnModel
public import WireModel

/// Makes, lists and revokes service keys: what the command line does beside a server, on the same
/// store.
public struct ServiceKeyAdministration: Sendable {
  let store: any Store
  let audit: AuditTrail
  let clock: any ServiceClock
  let random: any RandomBytes

  /// An administration of a store's service keys.
  ///
  /// - Parameters:
  ///   - store: Where they are kept.
  ///   - keyring: The server's keys, which hide people's names in the audit log.
  ///   - clock: The clock.
  ///   - random: The randomness.
  public init(
    store: any Store, keyring: Keyring, clock: any ServiceClock = SystemClock(),
    random: any RandomBytes = SystemRandomBytes()
  ) {
    self.store = store
    audit = AuditTrail(keyring: keyring)
    self.clock = clock
    self.random = random
  }

  /// Makes a service key.
  ///
  /// - Parameters:
  ///   - name: What it is called, to tell it from others: 1 to 64 characters that can be shown.
  ///   - scopes: What it may be used for; at least one thing.
  ///   - host: The host whose key it is, which is made where there is none of that name.
  /// - Returns: The key, which nobody can be told again: only its hash is kept.
  /// - Throws: `StoreError`.
  public func create(
    name: String, scopes: Set<ServiceScope>, host: HostName = .default
  ) async throws -> Decision<SecretText> {
    let shown: String
    do {
      shown = try DisplayName(name).text
    } catch {
      return .failure(error)
    }
    guard !scopes.isEmpty else {
      return .failure(Refusal(.unacceptableValue, "a service key needs at least one scope"))
    }
    let key = Self.newKey(random)
    try await keep(key, name: shown, scopes: scopes, host: host)
    return .success(key)
  }

  /// A new key, which nothing knows of yet.
  public static func newKey(_ random: any RandomBytes) -> SecretText {
    SecretText("csk_" + Base64URL.encode(random.bytes(32)))
  }

  /// Takes a key into use that was made before; one that is known stays as it is, in use or
  /// revoked.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: What it is called.
  ///   - scopes: What it may be used for.
  ///   - host: The host whose key it is, which is made where there is none of that name.
  /// - Throws: `StoreError`.
  public func keep(
    _ key: SecretText, name: String, scopes: Set<ServiceScope>, host: HostName = .default
  ) async throws {
    let hash = ServiceKeys.hash(of: key)
    let (now, newHost) = (clock.now(), Hosts.newID(random))
    let words = scopes.map(\.rawValue).sorted().joined(separator: " ")
    try await store.write { transaction in
      guard try ServiceKeys.isNew(hash, in: transaction) else { return }
      let host = try Hosts.ensure(host, orNew: newHost, audit, at: now, in: transaction).id
      try transaction.execute(
        """
        INSERT INTO service_keys (hash, name, scopes, created_at, host_id) VALUES (?, ?, ?, ?, ?)
        """,
        [
          .blob(hash), .text(name), .text(words), .integer(now.milliseconds), .text(host.text),
        ])
      let details: JSONObject = [
        "key": .string(ServiceKeys.id(ofHash: hash).text), "scopes": .string(words),
        "host": .string(host.text),
      ]
      try audit.append(
        AuditEvent("service_key_created", subjectText: "service", details), at: now,
        in: transaction)
    }
  }

  /// Every key, revoked ones too, oldest first.
  public func list() async throws -> [StoredServiceKey] {
    try await store.read { try ServiceKeys.all(in: $0) }
  }

  /// Revokes a key; from now on nobody is served with it.
  ///
  /// - Parameter id: Its id.
  /// - Returns: Nothing, or `not_found` where no unrevoked key has that id.
  /// - Throws: `StoreError`.
  public func revoke(_ id: ServiceKeyID) async throws -> Decision<Void> {
    let now = clock.now()
    return try await store.write { transaction in
      let hash = try ServiceKeys.unrevokedHash(of: id, in: transaction)
      guard let hash else {
        return .failure(Refusal(.notFound, "no service key in use has the id \(id)"))
      }
      try transaction.execute(
        "UPDATE service_keys SET revoked_at = ? WHERE hash = ?",
        [.integer(now.milliseconds), .blob(hash)])
      try audit.append(
        AuditEvent("service_key_revoked", subjectText: "service", ["key": .string(id.text)]),
        at: now, in: transaction)
      return .success(())
    }
  }
}
