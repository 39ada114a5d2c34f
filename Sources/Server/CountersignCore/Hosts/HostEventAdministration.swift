/// An event of which a host was not told.
public struct UndeliveredEvent: Sendable, Hashable {
  /// The id under which the host would know it.
  public let id: String
  /// How often it was tried.
  public let attempts: Int64
  /// When it was given up; nil where it is still tried.
  public let givenUpAt: Timestamp?
}

/// Lists the events of which a host was not told, and has them tried again: what the command line
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
  public func undelivered() async throws -> [UndeliveredEvent] {
    try await store.read { transaction in
      try transaction.rows(
        """
        SELECT id, attempts, given_up_at FROM outbox
        WHERE kind = 'event' AND (done_at IS NULL OR given_up_at IS NOT NULL)
        ORDER BY given_up_at IS NULL, due_at, id
        """, []
      ).map { row in
        UndeliveredEvent(
          id: Outbox.eventID(ofEntry: try row.text(0)), attempts: try row.integer(1),
          givenUpAt: try row.optionalInteger(2).map { Timestamp(milliseconds: $0) })
      }
    }
  }

  /// Has every event that was given up tried again, from the first wait on.
  ///
  /// - Returns: How many there were.
  /// - Throws: `StoreError`.
  public func retry() async throws -> Int {
    let now = clock.now()
    return try await store.write { transaction in
      try transaction.execute(
        """
        UPDATE outbox SET done_at = NULL, given_up_at = NULL, attempts = 0, due_at = ?
        WHERE kind = 'event' AND given_up_at IS NOT NULL
        """, [.integer(now.milliseconds)])
    }
  }
}
