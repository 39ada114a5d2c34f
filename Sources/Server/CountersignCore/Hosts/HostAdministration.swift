import WebAuthnModel

/// Makes and lists hosts, and says where each is told of its transactions: what the command line
/// does beside a server, on the same store.
public struct HostAdministration: Sendable {
  private let store: any Store
  private let audit: AuditTrail
  private let clock: any ServiceClock
  private let random: any RandomBytes

  /// An administration of a store's hosts.
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

  /// Makes a host where there is none of that name.
  ///
  /// - Parameter name: The name.
  /// - Returns: Whether it was made now.
  /// - Throws: `StoreError`.
  @discardableResult
  public func ensure(_ name: HostName) async throws -> Bool {
    let (now, newID) = (clock.now(), Hosts.newID(random))
    return try await store.write { [audit] transaction in
      try Hosts.ensure(name, orNew: newID, audit, at: now, in: transaction).isNew
    }
  }

  /// Every host, without secrets; the two that each deployment has come first.
  public func list() async throws -> [StoredHost] {
    try await store.read { try Hosts.all(in: $0) }
  }

  /// Refuses a host that can have no event target of its own.
  ///
  /// - Parameter name: The host's name.
  /// - Returns: Nothing; `not_found` where there is no such host, `unacceptable_value` for one
  ///   whose events the deployment's own courier carries.
  /// - Throws: `StoreError`.
  public func requireAddressable(_ name: HostName) async throws -> Decision<Void> {
    try await decision {
      _ = try await store.read { try Self.addressable(name, in: $0) }
    }
  }

  /// Says where a host is told of its transactions, from now on.
  ///
  /// Events that wait go to the new target, signed with its secret.
  ///
  /// - Parameters:
  ///   - target: The address and the secret; nil for none, so that events that wait stay.
  ///   - name: The host's name.
  /// - Returns: Nothing, or the refusal of ``requireAddressable(_:)``.
  /// - Throws: `StoreError`.
  public func set(_ target: HostEventTarget?, of name: HostName) async throws -> Decision<Void> {
    let now = clock.now()
    return try await store.write { [audit] transaction in
      let host: HostID
      do {
        host = try Self.addressable(name, in: transaction)
      } catch let refusal as Refusal {
        return .failure(refusal)
      }
      try HostEventTargets.store(target, of: host, in: transaction)
      let kind = target == nil ? "host_event_address_removed" : "host_event_address_set"
      try audit.append(
        AuditEvent(kind, subjectText: "service", ["host": .string(host.text)]), at: now,
        in: transaction)
      return .success(())
    }
  }

  /// Finds where a host is told of its transactions.
  ///
  /// - Parameter name: The host's name.
  /// - Returns: The target; nil where it has none of its own.
  /// - Throws: `StoreError`, also where the secret does not open with this keyring.
  public func eventTarget(of name: HostName) async throws -> HostEventTarget? {
    try await store.read { transaction in
      try Hosts.find(name, in: transaction).flatMap {
        try HostEventTargets.find($0, in: transaction)
      }
    }
  }

  private static func addressable(
    _ name: HostName, in transaction: any ReadTransaction
  ) throws -> HostID {
    guard let host = try Hosts.find(name, in: transaction) else {
      throw Refusal(.notFound, "no host is called \(name)")
    }
    guard !host.isOfDeployment else {
      throw Refusal(.unacceptableValue, "the events of host \(name) go where the server was told")
    }
    return host
  }
}
