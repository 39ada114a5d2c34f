import WebAuthnModel

extension Service {
  /// Repeats orders whose outcome is unknown until the task is cancelled: those that a supplier did
  /// not answer definitely, and those that a crash left.
  ///
  /// - Parameter alarm: Told of each order that was tried too often, and of each failure of the
  ///   worker itself, with a text for the log.
  public func repeatSupplies(alarm: @escaping @Sendable (String) -> Void) async {
    while !Task.isCancelled {
      do {
        // Goes on at once while there is more that is due.
        while try await repeatDueSupplies(alarm: alarm) > 0 {}
      } catch {
        alarm("orders not repeated: \(error)")
      }
      try? await Task.sleep(for: .milliseconds(500))
    }
  }

  /// Repeats the orders that are due now.
  ///
  /// - Parameter alarm: Told of each order that was tried too often.
  /// - Returns: How many were due.
  /// - Throws: ``StoreError``; what was leased comes back when its lease ends.
  @discardableResult
  public func repeatDueSupplies(alarm: @escaping @Sendable (String) -> Void) async throws -> Int {
    let supplies = try await leaseSupplies()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for supply in supplies {
        if supply.attempts >= policy.supply.alarmAtAttempt {
          alarm(
            "top-up \(supply.topUp.id) has no definite answer, try \(supply.attempts)")
        }
        group.addTask { _ = try await self.supply(supply) }
      }
      try await group.waitForAll()
    }
    return supplies.count
  }

  /// Takes the orders that are due; each comes back when its lease ends, unless it is settled.
  private func leaseSupplies() async throws -> [LeasedSupply] {
    let now = clock.now()
    let due = try await store.read { transaction in
      try transaction.row(
        "SELECT 1 FROM outbox WHERE kind = 'supply' AND done_at IS NULL AND due_at <= ? LIMIT 1",
        [.integer(now.milliseconds)])
    }
    if due == nil { return [] }
    let lease = random.bytes(16)
    return try await store.write { transaction in
      let rows = try transaction.rows(
        """
        UPDATE outbox SET lease = ?, attempts = attempts + 1, due_at = ?
        WHERE id IN (SELECT id FROM outbox WHERE kind = 'supply' AND done_at IS NULL
          AND due_at <= ? ORDER BY due_at LIMIT ?)
        RETURNING content, attempts
        """,
        [
          .blob(lease), .integer(now.adding(seconds: policy.supply.leaseSeconds).milliseconds),
          .integer(now.milliseconds), SQLValue(policy.supply.concurrentOrders),
        ])
      return try rows.map { row in
        var content = try JSONObjectReader(JSONValue(parsing: Array(row.text(0).utf8)))
        let id = TransactionID(try content.string("topUp"))
        return LeasedSupply(
          topUp: try BookedTopUp(id, in: transaction), lease: lease,
          attempts: try row.integer(1))
      }
    }
  }
}
