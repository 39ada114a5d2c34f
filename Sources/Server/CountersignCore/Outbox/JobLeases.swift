/// Takes leases on jobs and settles them: each in a transaction of its own, by one clock.
final class JobLeases: Sendable {
  private let store: any Store
  let clock: any ServiceClock
  private let random: any RandomBytes

  init(store: any Store, clock: any ServiceClock, random: any RandomBytes) {
    self.store = store
    self.clock = clock
    self.random = random
  }

  /// The targets with a job that can be leased now, the one that has waited longest first.
  func dueTargets() async throws -> [JobTarget] {
    let now = clock.now()
    return try await store.read { try Outbox.dueTargets(at: now, in: $0) }
  }

  /// Leases jobs of a target that are due.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - most: How many at most.
  ///   - seconds: How long the leases last.
  /// - Returns: The jobs.
  /// - Throws: ``StoreError``.
  func take(_ target: JobTarget, most: Int, seconds: Int64) async throws -> [LeasedJob] {
    let now = clock.now()
    let end = now.adding(seconds: seconds)
    let token = random.bytes(16)
    return try await store.write { transaction in
      try Outbox.lease(target, most: most, until: end, token, at: now, in: transaction)
    }
  }

  /// Reads what is to be known of a job that is left to others.
  func read<Answer: Sendable>(
    _ answer: @escaping @Sendable (any ReadTransaction) throws -> Answer
  ) async throws -> Answer {
    try await store.read(answer)
  }

  /// Writes what came of a try, unless its lease was lost.
  ///
  /// - Parameters:
  ///   - lease: The try's lease.
  ///   - result: What came of it.
  ///   - terms: The terms of the job's kind.
  ///   - answer: Reads, in the same transaction, what is to be known then; told whether the lease
  ///     was held.
  /// - Returns: What was read.
  /// - Throws: ``StoreError``; then nothing is written, and the job is run again when the lease has
  ///   ended.
  func settle<Answer: Sendable>(
    _ lease: JobLease, _ result: JobResult, _ terms: JobTerms,
    answer: @escaping @Sendable (any ReadTransaction, _ isHeld: Bool) throws -> Answer
  ) async throws -> Answer {
    let now = clock.now()
    let chance = random.bytes(1).first ?? 0
    // What a result books can put in another job.
    let command = TraceContext.kept { transaction in
      let isHeld = try Outbox.settle(
        lease, result, terms, at: now, chance: chance, in: transaction)
      return try answer(transaction, isHeld)
    }
    return try await store.write(command)
  }
}
