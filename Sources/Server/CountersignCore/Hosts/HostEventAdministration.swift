/// An event of which a host was not told.
public struct UndeliveredEvent: Sendable, Hashable {
  /// The id under which the host would know it.
  public let id: String
  /// The name of the host.
  public let host: HostName
  /// The number of tries.
  public let attempts: Int64
  /// The moment at which it was given up; nil while it is tried.
  public let givenUpAt: Timestamp?
}

/// Lists the events of which hosts were not told, and has them tried again: what the command line
/// does beside a server, on the same store.
public struct HostEventAdministration: Sendable {
  private let store: any Store
  private let clock: any ServiceClock

  /// An administration of a store's events.
  public init(store: any Store, clock: any ServiceClock = SystemClock()) {
    self.store = store
    self.clock = clock
  }

  /// The events that no host has taken, those that were given up first.
  ///
  /// - Parameter host: The one host whose events are told; nil for all.
  /// - Returns: The events, or `not_found` where there is no such host.
  /// - Throws: `StoreError`.
  public func undelivered(
    of host: HostName? = nil
  ) async throws -> Decision<[UndeliveredEvent]> {
    try await decision {
      try await store.read { transaction in
        let target = try Self.target(of: host, in: transaction)
        return try transaction.rows(
          """
          SELECT o.id, h.name, o.attempts, o.given_up_at FROM outbox o
          JOIN hosts h ON h.id = o.target
          WHERE o.kind = 'event' AND (o.done_at IS NULL OR o.given_up_at IS NOT NULL)
            AND (o.target = ? OR ? = '')
          ORDER BY o.given_up_at IS NULL, o.due_at, o.id
          """, [.text(target), .text(target)]
        ).map { row in
          UndeliveredEvent(
            id: Outbox.eventID(ofEntry: try row.text(0)),
            host: HostName(stored: try row.text(1)), attempts: try row.integer(2),
            givenUpAt: try row.optionalInteger(3).map { Timestamp(milliseconds: $0) })
        }
      }
    }
  }

  /// Has every event that was given up tried again, from the first wait on.
  ///
  /// - Parameter host: The one host whose events are tried; nil for all.
  /// - Returns: How many there were, or `not_found` where there is no such host.
  /// - Throws: `StoreError`.
  public func retry(of host: HostName? = nil) async throws -> Decision<Int> {
    let now = clock.now()
    return try await decision {
      let target = try await store.read { try Self.target(of: host, in: $0) }
      return try await store.write { transaction in
        try transaction.execute(
          """
          UPDATE outbox SET done_at = NULL, given_up_at = NULL, attempts = 0, due_at = ?
          WHERE kind = 'event' AND given_up_at IS NOT NULL AND (target = ? OR ? = '')
          """, [.integer(now.milliseconds), .text(target), .text(target)])
      }
    }
  }

  /// The target of a host's events; empty for those of all hosts.
  private static func target(
    of name: HostName?, in transaction: any ReadTransaction
  ) throws -> String {
    guard let name else { return "" }
    guard let host = try Hosts.find(name, in: transaction) else {
      throw Refusal(.notFound, "no host is called \(name)")
    }
    return host.text
  }
}
