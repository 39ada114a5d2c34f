extension Service {
  /// Tells the host until the task is cancelled: at once when there is something to tell, and every
  /// second for what a crash or a failed try left.
  ///
  /// - Parameters:
  ///   - courier: Who carries the events.
  ///   - failure: Told of each try that failed, with a text for the log.
  ///   - alarm: Told of each event that was given up, and of each failure of the worker itself.
  public func deliverEvents(
    with courier: any HostCourier, failure: @escaping @Sendable (String) -> Void,
    alarm: @escaping @Sendable (String) -> Void
  ) async {
    await eventBell.answered(every: .seconds(1)) {
      await deliverDueEvents(with: courier, failure: failure, alarm: alarm)
    }
  }

  /// Tells the host what is due now; the events that were taken together go out side by side.
  public func deliverDueEvents(
    with courier: any HostCourier, failure: @escaping @Sendable (String) -> Void,
    alarm: @escaping @Sendable (String) -> Void
  ) async {
    do {
      while true {
        let leased = try await leaseEvents()
        if leased.isEmpty { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for event in leased {
            group.addTask { try await deliver(event, with: courier, failure, alarm) }
          }
          try await group.waitForAll()
        }
      }
    } catch {
      alarm("events not read: \(error)")
    }
  }

  private func deliver(
    _ leased: LeasedEvent, with courier: any HostCourier,
    _ failure: @Sendable (String) -> Void, _ alarm: @Sendable (String) -> Void
  ) async throws {
    do {
      try await courier.carry(leased.event)
    } catch {
      let text = "event \(leased.event.id) not delivered, try \(leased.attempts): \(error)"
      let isLast = leased.attempts >= policy.hostEvents.attempts
      if isLast { alarm("\(text); given up") } else { failure(text) }
      return try await postpone(leased, isGivenUp: isLast)
    }
    let now = clock.now()
    try await store.write { try Outbox.finish(leased.entry, at: now, in: $0) }
  }

  /// Takes the events that are due; each comes back when its lease ends, unless it is settled.
  private func leaseEvents() async throws -> [LeasedEvent] {
    let now = clock.now()
    let due = try await store.read { transaction in
      try transaction.row(
        "SELECT 1 FROM outbox WHERE kind = 'event' AND done_at IS NULL AND due_at <= ? LIMIT 1",
        [.integer(now.milliseconds)])
    }
    if due == nil { return [] }
    let leaseEnd = now.adding(seconds: policy.hostEvents.leaseSeconds)
    return try await store.write { transaction in
      try transaction.rows(
        """
        UPDATE outbox SET attempts = attempts + 1, due_at = ?
        WHERE id IN (SELECT id FROM outbox WHERE kind = 'event' AND done_at IS NULL
          AND due_at <= ? ORDER BY due_at LIMIT ?)
        RETURNING id, content, attempts
        """,
        [
          .integer(leaseEnd.milliseconds), .integer(now.milliseconds),
          SQLValue(policy.hostEvents.concurrentEvents),
        ]
      ).map { row in
        let entry = try row.text(0)
        return LeasedEvent(
          entry: entry,
          event: OutgoingEvent(
            id: Outbox.eventID(ofEntry: entry), body: Array(try row.text(1).utf8)),
          attempts: try row.integer(2))
      }
    }
  }

  /// Lets an event wait for its next try, or keeps it for an administrator where there is none.
  private func postpone(_ leased: LeasedEvent, isGivenUp: Bool) async throws {
    let now = clock.now()
    let pause = policy.hostEvents.pauseMilliseconds(
      afterAttempts: leased.attempts, chance: random.bytes(1)[0])
    try await store.write { transaction in
      if isGivenUp {
        try Outbox.giveUp(leased.entry, at: now, in: transaction)
      } else {
        try transaction.execute(
          "UPDATE outbox SET due_at = ? WHERE id = ? AND done_at IS NULL",
          [.integer(now.milliseconds + pause), .text(leased.entry)])
      }
    }
  }
}

private struct LeasedEvent: Sendable {
  /// The outbox's entry.
  let entry: String
  let event: OutgoingEvent
  /// How many tries there were, with this one.
  let attempts: Int64
}
