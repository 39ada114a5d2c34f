extension Keyring {
  /// Puts into the audit log that keys were added to a keyring of an earlier version.
  public func noteUpgrade(
    in store: any Store, clock: any ServiceClock = SystemClock()
  ) async throws {
    let now = clock.now()
    try await store.write { transaction in
      try AuditTrail(keyring: self).append(
        AuditEvent("keyring_upgraded", subjectText: "service"), at: now, in: transaction)
    }
  }
}
